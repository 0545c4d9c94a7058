"""Which command writes a witness as a test?"""

from __future__ import annotations

import re
import shlex

_COMMIT = re.compile(r"[0-9a-f]{7,40}")


def test_command(old: str, new: str, file: str) -> str:
    """The command that checks one file of a change once more, and writes tests.

    The sides are named as in reports; empty where no command brings both of them back.
    """
    if _COMMIT.fullmatch(old) and _COMMIT.fullmatch(new):
        words = ["check", f"{old}..{new}", file]
    elif new == "work tree":
        words = ["check", file]
    elif new == "index":
        words = ["check", "--staged", file]
    elif old == new or _COMMIT.fullmatch(old):  # rows of a file, or a patch
        return ""
    else:
        words = ["diff", old, new]
    return shlex.join(["swerve", *words, "--write-tests", "tests/"])
