"""Every attack in attacks.txt gets one of the answers that are right."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.source import FileVersions, RawChange, pair_up

CATALOGUE = Path(__file__).with_name("attacks.txt")


class Attack(NamedTuple):
    name: str
    function: str
    right: frozenset[str]
    files: dict[str, str]


def attacks() -> Iterator[Attack]:
    for block in re.split(r"^== ", CATALOGUE.read_text(), flags=re.MULTILINE)[1:]:
        head, _, rest = block.partition("\n")
        name, function, answers = head.split(" | ")
        parts = re.split(r"^-- (.*)\n", rest, flags=re.MULTILINE)[1:]
        files = dict(zip(parts[::2], parts[1::2], strict=True))
        yield Attack(name, function, frozenset(answers.split()), files)


def version(text: str, number: int) -> bytes:
    chosen = re.sub("«([^«»|]*)\\|([^«»|]*)»", lambda found: found[number], text)
    return chosen.replace("§", "  # note" if number == 2 else "").replace("∣", "|").encode()


@pytest.mark.parametrize("attack", list(attacks()), ids=lambda attack: attack.name)
def test_attack(attack: Attack) -> None:
    files = [
        FileVersions(path, version(text, 1), version(text, 2))
        for path, text in sorted(attack.files.items())
    ]
    if sys.version_info < (3, 11) and attack.name == "except-star":
        pytest.skip("the syntax is new in 3.11")
    report = check(pair_up(RawChange("old", "new", tuple(files))), Plan())
    name, _, role = attack.function.partition("#")
    found = [
        function
        for function in report.functions
        if function.pair.name == name and function.pair.id.endswith(f".{role}" if role else "")
    ]
    notes = [evidence.note for function in found for evidence in function.evidence]
    assert not any(note.startswith("failed") for note in notes), notes
    answers = {function.verdict.value for function in found} or {"absent"}
    assert answers <= attack.right, [function.reason for function in found]


def test_the_catalogue_was_read() -> None:
    found = list(attacks())
    assert len(found) > 450
    assert sum("preserved" not in attack.right for attack in found) > 200
    assert sum(attack.right == {"preserved"} for attack in found) > 50
