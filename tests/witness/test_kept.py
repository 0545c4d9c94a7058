"""Are witnesses of earlier runs known by their ids, and is nothing else taken for one?"""

from __future__ import annotations

import json
import stat
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from tests.tell.builders import found, report, witness
from tests.tell.example import full_report
from tests.tell.hostile import hostile_reports

from swerve.model import Given, Pair, Report, Verdict, Witness
from swerve.model.errors import UnknownWitness
from swerve.source.store import Store
from swerve.witness.ids import witness_id
from swerve.witness.kept import find_witness, is_id, keep_witnesses, known_ids
from swerve.witness.objects import function_object


def stored(pair: Pair, witness: Witness) -> str:
    return "how to call it" if witness.recipe else ""


def ids_of(made: Report) -> list[str]:
    return [witness_id(each.pair, one) for each in made.functions for one in each.witnesses]


def test_what_was_found_is_known_by_its_id(tmp_path: Path) -> None:
    store = Store(tmp_path)
    shown = replace(witness("unintended"), recipe="r", given=(Given("a.b", "1"),))
    made = keep_witnesses(report(found(Verdict.CHANGED, witnesses=(shown,))), stored, store)
    (name,) = ids_of(made)
    assert made.functions[0].witnesses[0].replay == f"swerve replay {name}"
    kept = find_witness(name, store)
    assert (kept.id, kept.old, kept.new, kept.subject) == (
        *(name, "1c3b9e0", "694c6d3"),
        "Simplify it",
    )
    assert kept.stored == "how to call it"
    assert function_object(kept.function) == function_object(made.functions[0])
    assert kept.function.pair.new.source == made.functions[0].pair.new.source
    assert find_witness(name[:4], store) == kept
    assert known_ids("w-", store) == known_ids("", store) == [name]
    assert known_ids("src/", store) == []


def test_what_only_the_code_shows_is_known_and_not_run(tmp_path: Path) -> None:
    made = keep_witnesses(full_report(), stored, Store(tmp_path))
    names = {one.engine: witness_id(f.pair, one) for f in made.functions for one in f.witnesses}
    kept = find_witness(names["static"], Store(tmp_path))
    assert not kept.stored
    assert not kept.witness.script
    assert kept.witness.replay is None


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hostile_reports())
def test_any_witness_comes_back_as_it_was(tmp_path: Path, made: Report) -> None:
    store = Store(tmp_path)
    kept = keep_witnesses(made, stored, store)
    for function in kept.functions:
        for one in function.witnesses:
            back = find_witness(witness_id(function.pair, one), store).witness
            # Of two with one id, which differ in what is said about them, it is the last.
            assert [back.call, back.old, back.new] == [
                json.loads(json.dumps(text)) for text in (one.call, one.old, one.new)
            ]


def test_an_unknown_id_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UnknownWitness) as raised:
        find_witness("w-0000", Store(tmp_path))
    assert "w-0000" in raised.value.message
    assert "Check the change again" in raised.value.hint


def test_an_ambiguous_id_names_those_that_it_may_be(tmp_path: Path) -> None:
    store = Store(tmp_path)
    many = tuple(witness(new=str(number)) for number in range(2, 60))
    made = keep_witnesses(report(found(Verdict.CHANGED, witnesses=many)), stored, store)
    names = ids_of(made)
    start = next(name[:3] for name in names if sum(n.startswith(name[:3]) for n in names) > 1)
    with pytest.raises(UnknownWitness) as raised:
        find_witness(start, store)
    assert sum(name in raised.value.message for name in names) > 1
    assert "more digits" in raised.value.hint


def test_only_the_owner_sees_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    keep_witnesses(report(found(Verdict.CHANGED, witnesses=(witness(),))), stored)
    (file,) = (path for path in tmp_path.rglob("witnesses/*/*"))
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (file.parent, *file.parents[1:3])]
    assert modes == [0o700] * 3


def test_without_a_cache_nothing_is_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SWERVE_CACHE", str(blocked / "cache"))
    shown = replace(witness(), recipe="r")
    made = keep_witnesses(report(found(Verdict.CHANGED, witnesses=(shown,))), stored)
    assert made.functions[0].witnesses[0].replay is None


def test_what_another_version_kept_is_unknown(tmp_path: Path) -> None:
    store = Store(tmp_path)
    entries: list[object] = [{"schema": "swerve-kept/0"}, {"schema": "swerve-kept/1"}, [], "x"]
    for data in entries:
        store.put("1a2b3c4d", zlib.compress(json.dumps(data).encode()))
        with pytest.raises(UnknownWitness):
            find_witness("w-1a2b3c4d", store)
    store.put("1a2b3c4d", b"not even packed")
    with pytest.raises(UnknownWitness):
        find_witness("w-1a2b3c4d", store)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("w-1a2b3c4d", True), ("w-1", True), ("w-", False), ("w-1A", False), ("kept/w-1.json", False)],
)
def test_ids_look_like_this(word: str, expected: bool) -> None:
    assert is_id(word) is expected
