"""Would the fault test notice, if something went wrong?"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from bench.fault_history import make_history
from bench.faults import KINDS, Outcome, differences, judged, plan_kills, without_times


def report(call: str = "f(0)", seconds: float = 0.1) -> dict[str, object]:
    witness = {"call": call, "old": "1", "new": "2"}
    function = {"verdict": "changed", "seconds": seconds, "witnesses": [witness]}
    return {"functions": [function], "summary": {"changed": 1, "seconds": seconds}}


CALM: list[tuple[str, dict[str, object]]] = [("a", report()), ("b", report()), ("c", report())]


def finished(results: list[tuple[str, dict[str, object]]], name: str = "sqlite") -> Outcome:
    kills = Counter(dict.fromkeys(KINDS, 1))
    return Outcome(
        name, 1.0, kills, Counter({0: 1}), results, Counter(done=3), 0, {"done": len(results)}
    )


def test_times_do_not_count() -> None:
    later = [(unit, report(seconds=7.5)) for unit, _ in reversed(CALM)]
    assert judged(finished(later), finished(CALM), units=3, kills=4) == []


@pytest.mark.parametrize(
    ("results", "words"),
    [
        pytest.param([*CALM, CALM[0]], "unit a: 2 results", id="twice"),
        pytest.param(CALM[:2], "unit c: no result", id="lost"),
        pytest.param([*CALM[:2], ("x", report())], "unit x: nobody asked", id="made up"),
        pytest.param([*CALM[:2], ("c", report("f(1)"))], ".call: 'f(0)' became", id="witness"),
    ],
)
def test_what_is_off_is_told(results: list[tuple[str, dict[str, object]]], words: str) -> None:
    assert any(words in each for each in differences(CALM, results))
    assert judged(finished(results), finished(CALM), units=3, kills=4)


def test_kills_that_did_not_happen_are_told() -> None:
    outcome = finished(CALM)
    del outcome.kills["client"]
    assert judged(outcome, finished(CALM), units=3, kills=4) == [
        "3 kills, not 4",
        "no client was killed",
    ]


def test_a_client_that_broke_is_told() -> None:
    outcome = finished(CALM)
    outcome.endings[70] += 1
    assert judged(outcome, finished(CALM), units=3, kills=4) == ["clients ended with {0: 1, 70: 1}"]


@pytest.mark.parametrize("seed", range(5))
def test_kills_are_of_all_kinds_and_the_same_for_a_seed(seed: int) -> None:
    kills = plan_kills(25, 200, seed)
    assert kills == plan_kills(25, 200, seed)
    assert kills != plan_kills(25, 200, seed + 1)
    assert min(Counter(kill.kind for kill in kills)[kind] for kind in KINDS) >= 6
    assert [kill.results for kill in kills] == sorted(kill.results for kill in kills)
    assert kills[-1].results < 200


def test_a_history_is_the_same_for_a_seed(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "other"):
        assert make_history(tmp_path / name, 6, seed=1) == "HEAD~6..HEAD"
        words = ["git", "rev-parse", "HEAD"]
        heads.append(subprocess.run(words, cwd=tmp_path / name, stdout=-1, check=True).stdout)
    assert heads[0] == heads[1]


def test_without_times_keeps_the_rest() -> None:
    assert without_times({"a": [{"seconds": 1, "b": 2}]}) == {"a": [{"b": 2}]}


@pytest.mark.slow
def test_a_small_storm() -> None:
    """Twelve units and four kills: the whole of it, on SQLite."""
    words = ["--units", "12", "--kills", "4", "--store", "sqlite", "--limit", "300"]
    done = subprocess.run(
        [sys.executable, "-m", "bench.faults", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing lost, nothing twice, nothing different" in done.stdout
