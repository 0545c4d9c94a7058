"""Which commands show a witness again, or write it as a test?"""

from __future__ import annotations

import re
import shlex
from typing import Any

from swerve.pages._entry import ReportObject

_COMMIT = re.compile(r"[0-9a-f]{7,40}")


def test_command(report: ReportObject, function: ReportObject) -> str:
    """The command that checks this file of the change once more, and writes tests."""
    old, new, file = report["old"], report["new"], function["file"]
    words = ["swerve", "check"]
    if _COMMIT.fullmatch(old) and _COMMIT.fullmatch(new):
        words += [f"{old}..{new}", file]
    elif new == "work tree":
        words += [file]
    elif new == "index":
        words += ["--staged", file]
    elif _COMMIT.fullmatch(old):
        words += ["--patch", new, file]
    else:
        words = ["swerve", "diff", old, new]
    return " ".join([*map(shlex.quote, words), "--write-tests tests/"])


def replay_command(witness: dict[str, Any]) -> str:
    """The command that runs the call on both versions; empty where there is none."""
    return witness.get("replay") or ""
