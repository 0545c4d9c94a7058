"""Do the docs promise what the levels hold?"""

from __future__ import annotations

import re
from pathlib import Path

from swerve.run.sandbox import LIMITS, THREATS, Level, not_held

PAGE = (Path(__file__).parents[3] / "docs" / "sandbox.md").read_text()


def test_the_table_in_the_docs_is_the_table_in_the_code() -> None:
    table = PAGE.partition("<!-- threats -->")[2].partition("<!-- /threats -->")[0]
    rows = [row.strip("| ").split(" | ") for row in table.strip().splitlines()[2:]]

    def word(level: Level, holders: frozenset[Level]) -> str:
        return "held" if level in holders else "**not held**"

    assert rows == [
        [threat.what, *(word(level, threat.held_by) for level in (Level.STRICT, Level.PROCESS))]
        for threat in THREATS.values()
    ]


def test_the_limits_in_the_docs_are_the_usual_ones() -> None:
    table = dict(re.findall(r"^\| ([a-z ,]+) \| ([^|]+) \|$", PAGE, re.MULTILINE))
    assert table["resident memory"] == f"{LIMITS.memory_bytes >> 30} GiB"
    assert table["address space of a process"] == f"{LIMITS.address_bytes >> 30} GiB"
    assert table["processes and threads"] == str(LIMITS.tasks)
    assert table["open files of a process"] == str(LIMITS.open_files)
    assert table["length of a file, output included"] == f"{LIMITS.file_bytes >> 20} MiB"
    assert table["stack of a process"] == f"{LIMITS.stack_bytes >> 20} MiB"


def test_strict_holds_everything_and_none_nothing() -> None:
    assert not_held(Level.STRICT) == ()
    assert not_held(Level.NONE) == tuple(THREATS.values())
    assert 0 < len(not_held(Level.PROCESS)) < len(THREATS)
