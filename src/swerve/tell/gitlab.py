"""How is a report told to GitLab? As what it calls code quality, which a merge request shows."""

from __future__ import annotations

import json
from urllib.parse import unquote

from swerve.model import FailOn, Report

from .sarif import render_sarif

#: Level of a result -> what GitLab calls it.
_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render_gitlab(report: Report, fail_on: FailOn) -> str:
    """The results of SARIF, as a list of issues: worst first, each with a stable fingerprint."""
    issues = []
    for result in json.loads(render_sarif(report, fail_on))["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        issues.append(
            {
                "description": result["message"]["text"],
                "check_name": result["ruleId"],
                "fingerprint": result["partialFingerprints"]["primaryLocationLineHash"],
                "severity": _SEVERITIES[result["level"]],
                "location": {
                    "path": unquote(place["artifactLocation"]["uri"]),
                    "lines": {"begin": place["region"]["startLine"]},
                },
            }
        )
    return json.dumps(issues, indent=1) + "\n"
