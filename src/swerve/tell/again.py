"""How is a witness shown again, and which command writes it as a test?"""

from __future__ import annotations

import re
import shlex

from swerve.model import DifferenceKind, Witness

#: The file that two functions of a program stand in when they are compared: no command names them.
COMPARED = "compared.py"
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
    elif old == new or _COMMIT.fullmatch(old) or file == COMPARED:  # rows of a file, or a patch
        return ""
    else:
        words = ["diff", old, new]
    return shlex.join(["swerve", *words, "--write-tests", "tests/"])


def why_not_again(witness: Witness) -> str:
    """Why no command shows a witness again."""
    if witness.kind is DifferenceKind.DEFAULT:
        return "there is no call to repeat: the code shows the difference"
    if witness.test:
        return f"the call needs what its test sets up: run {witness.test} on both versions"
    return "what the call needs was not kept"
