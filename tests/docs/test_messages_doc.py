"""Does every message that points to docs/messages.md find its entry there?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from swerve.model import errors
from swerve.source.syntax import last_name

ROOT = Path(__file__).resolve().parents[2]
_CODE = re.compile(r"[a-z]+(-[a-z]+)+")
#: What makes a problem, or something that becomes one, with the code as its first argument.
_MAKERS = {"Problem", "_problem", "Unreadable"}


def _error_codes() -> set[str]:
    return {
        value.code
        for value in vars(errors).values()
        if isinstance(value, type)
        and issubclass(value, errors.SwerveError)
        and value is not errors.SwerveError
    }


def _problem_codes() -> Iterator[str]:
    for file in (ROOT / "src" / "swerve").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and last_name(node) in _MAKERS and node.args:
                first = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
                if isinstance(first, str) and _CODE.fullmatch(first):
                    yield first


def _entries() -> list[str]:
    text = (ROOT / "docs" / "messages.md").read_text("utf-8")
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def test_every_message_has_an_entry_and_every_entry_a_message() -> None:
    problems = set(_problem_codes())
    assert "unparsable-file" in problems, "the search for problem codes finds nothing"
    assert set(_entries()) == _error_codes() | problems


def test_no_message_has_two_entries() -> None:
    assert len(_entries()) == len(set(_entries()))
