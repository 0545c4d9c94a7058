"""Does the job of the GitLab template check a merge request, and leave what GitLab reads?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.conftest import Repository
from tests.integrations.actions import ROOT, plain_environment, yaml

_TEMPLATE = ROOT / "integrations" / "gitlab" / "swerve.gitlab-ci.yml"


def _job() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(_TEMPLATE.read_text("utf-8"))
    assert list(found) == ["swerve"]
    return dict(found["swerve"])


def test_the_script_checks_a_merge_request_and_its_reports_are_there(
    repository: Repository, tmp_path: Path
) -> None:
    code = "def take(items, most=3):\n    return items[:most]\n"
    base = repository.commit("Take three", {"shop.py": code})
    head = repository.commit("Take things", {"shop.py": code.replace("items", "things")})
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (home / "bin" / "python").chmod(0o755)
    job = _job()
    environment = plain_environment(
        **{name: str(value) for name, value in job["variables"].items()},
        CI_MERGE_REQUEST_DIFF_BASE_SHA=base,
        CI_COMMIT_SHA=head,
        CI_PROJECT_DIR=str(repository.path),
        CI_MERGE_REQUEST_TITLE="Refactor '; touch x; $(touch x)",
    )
    environment |= {"SWERVE_HOME": str(home), "SWERVE_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        ["sh", "-e"],
        cwd=repository.path,
        env=environment,
        input="\n".join(job["script"]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "take" in done.stdout
    reports = job["artifacts"]["reports"]
    (issue,) = json.loads((repository.path / reports["codequality"]).read_text())
    assert issue["location"] == {"path": "shop.py", "lines": {"begin": 1}}
    assert set(issue) == {"check_name", "description", "fingerprint", "location", "severity"}
    assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
    junit = ElementTree.parse(repository.path / reports["junit"]).getroot()  # noqa: S314 - ours
    assert len(junit.findall(".//testcase/failure")) == 1
    words = json.loads((repository.path / "swerve-reports/swerve.json").read_text())["intent"][
        "words"
    ]
    assert words[0]["text"] == "Refactor '; touch x; $(touch x)"
    assert not (repository.path / "x").exists()
    assert all((repository.path / file).is_file() for file in job["artifacts"]["paths"])


def test_the_job_runs_for_merge_requests_with_the_whole_history() -> None:
    job = _job()
    assert job["rules"] == [{"if": '$CI_PIPELINE_SOURCE == "merge_request_event"'}]
    assert job["variables"]["GIT_DEPTH"] == "0"
    assert job["artifacts"]["when"] == "always"
