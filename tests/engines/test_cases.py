"""Every folder in tests/cases/edits is a change with its expected answer; adding one needs no code.

A case holds `old.py` and `new.py`, or the folders `old` and `new`, and `expect.toml`: a table per
function with its verdict, words that its reason must contain, its interface and its witness. What
is not listed must not be a pair.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.model import FunctionReport
from swerve.source import FileVersions, RawChange, pair_up

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CASES = Path(__file__).parents[1] / "cases" / "edits"


def versions(case: Path) -> tuple[FileVersions, ...]:
    if (case / "old.py").exists():
        old, new = (case / "old.py").read_bytes(), (case / "new.py").read_bytes()
        return (FileVersions("new.py", old, new),)
    sides = [
        {path.relative_to(case / side).as_posix(): path for path in (case / side).rglob("*.py")}
        for side in ("old", "new")
    ]
    read = [{name: path.read_bytes() for name, path in side.items()} for side in sides]
    names = sorted({**read[0], **read[1]})
    found = [FileVersions(name, read[0].get(name), read[1].get(name)) for name in names]
    return tuple(file for file in found if file.old != file.new)


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda path: path.name)
def test_case(case: Path) -> None:
    expected = tomllib.loads((case / "expect.toml").read_text())
    report = check(pair_up(RawChange("old", "new", versions(case))), Plan())
    assert not report.change.problems
    assert {function.pair.name for function in report.functions} == set(expected)
    for function in report.functions:
        assert_answer(function, expected[function.pair.name])


def assert_answer(function: FunctionReport, expected: dict[str, Any]) -> None:
    said = (function.pair.name, function.reason)
    assert function.verdict.value == expected["verdict"], said
    assert expected.get("reason", "") in function.reason
    if "interface" in expected:
        found = [[d.what, d.breaking, d.call] for d in function.interface]
        assert found == expected["interface"]
    elif function.verdict.value == "preserved":
        assert not any(d.breaking for d in function.interface), function.interface
    assert expected.get("file", function.pair.new.module.path) == function.pair.new.module.path
    assert expected.get("id", function.pair.id) == function.pair.id
    witness = function.witnesses[0] if function.witnesses else None
    for key in ("call", "old", "new"):
        if key in expected:
            assert getattr(witness, key) == expected[key]
    if "kind" in expected:
        assert witness is not None
        assert witness.kind.value == expected["kind"]
