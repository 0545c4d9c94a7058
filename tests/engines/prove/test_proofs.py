"""Does the static checker prove what is equivalent, refute what is not, and never err?"""

from __future__ import annotations

import statistics
import time
from copy import deepcopy
from functools import cache

import pytest
from tests.engines.prove.runs import difference
from tests.pairs import VersionPair, proof_pairs
from tests.quality.native import arguments_of, behaviour_of, module_of

from swerve.engines.prove.solver import Answer, Proved, Question, Refuted, prove

_PAIRS = proof_pairs()
_EQUIVALENT = [pair for pair in _PAIRS if not pair.is_changed]
_DIFFERENT = [pair for pair in _PAIRS if pair.is_changed]


def _name(pair: VersionPair) -> str:
    return pair.name


@cache
def _answer(pair: VersionPair) -> tuple[Answer, float]:
    # Time of the processor: other tests may run beside this one.
    started = time.process_time()
    answer = prove(Question(pair.old, pair.new, "f", "f", 30.0))
    return answer, time.process_time() - started


def _is_pure(answer: Proved) -> bool:
    return any("change" in words for words in answer.assumptions)


@pytest.mark.parametrize("pair", _PAIRS, ids=_name)
def test_a_pair_behaves_as_it_says(pair: VersionPair) -> None:
    assert pair.calls
    for call in pair.calls:
        old, new = module_of(pair.old), module_of(pair.new)
        looks = [behaviour_of(one, "f", arguments_of(one, call)) for one in (old, new)]
        assert (looks[0] == looks[1]) is not pair.is_changed, call


@pytest.mark.slow
@pytest.mark.parametrize("pair", _EQUIVALENT, ids=_name)
def test_what_is_proved_agrees_natively(pair: VersionPair) -> None:
    answer, _ = _answer(pair)
    assert not isinstance(answer, Refuted)
    if isinstance(answer, Proved):
        for seed in range(16):
            probes = seed % 2 == 1 and not _is_pure(answer)
            found = difference(pair.old, pair.new, pair.calls[0], seed, with_probes=probes)
            assert found is None


@pytest.mark.parametrize("pair", _DIFFERENT, ids=_name)
def test_what_differs_is_never_proved(pair: VersionPair) -> None:
    answer, _ = _answer(pair)
    assert not isinstance(answer, Proved) or answer.bound is not None
    if isinstance(answer, Refuted):
        old, new = (
            behaviour_of(module_of(text), "f", dict(deepcopy(answer.arguments)))
            for text in (pair.old, pair.new)
        )
        assert old != new


def test_there_are_enough_pairs() -> None:
    assert len(_EQUIVALENT) >= 100
    assert len(_DIFFERENT) >= 60
    assert sum(pair.has_loops for pair in _EQUIVALENT) >= 30


@pytest.mark.slow
def test_enough_is_proved_and_refuted_in_time() -> None:
    """One test, so that one process asks about all pairs."""
    proved = [
        pair
        for pair in _EQUIVALENT
        if isinstance(answer := _answer(pair)[0], Proved) and answer.bound is None
    ]
    assert len(proved) >= 0.8 * len(_EQUIVALENT)
    assert sum(pair.has_loops for pair in proved) >= 30
    refuted = [pair for pair in _DIFFERENT if isinstance(_answer(pair)[0], Refuted)]
    assert len(refuted) >= 0.9 * len(_DIFFERENT)
    assert statistics.median(_answer(pair)[1] for pair in _PAIRS) <= 1.0
