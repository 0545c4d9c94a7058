"""Does the static checker prove contracts that are kept, and refute those that are not?"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from tests.engines.prove.contracts import PROVED, REFUTED, Sworn
from tests.engines.prove.random_contracts import Chance

from swerve.engines.prove.solver import Answer, Proved, Refuted, prove
from swerve.meaning.contract import Intended, NotRelevant, Unintended
from swerve.model import Side

_RUNS = 40


@cache
def _answer(sworn: Sworn) -> Answer:
    return prove(sworn.question)


def disproof(sworn: Sworn, answer: Answer, seed: int) -> object:
    """A run that shows that an answer is wrong, or nothing."""
    random, versions = Random(seed), sworn.versions
    if isinstance(answer, Refuted):
        judgement = sworn.judged(versions, dict(deepcopy(answer.arguments)))
        return None if isinstance(judgement, Unintended) else (answer.arguments, judgement)
    if isinstance(answer, Proved):
        for _ in range(_RUNS * 2):
            arguments = sworn.drawn(random)
            judgement = sworn.judged(versions, deepcopy(arguments))
            if isinstance(judgement, Unintended) and _is_within(answer, arguments):
                return arguments, judgement
    return None


def _is_within(answer: Proved, arguments: dict[str, object]) -> bool:
    """Whether loops run as often at most as a proof covers."""
    sizes = [abs(one) for one in arguments.values() if isinstance(one, int)]
    sizes += [len(one) for one in arguments.values() if isinstance(one, list)]
    return answer.bound is None or max(sizes) <= answer.bound


@pytest.mark.parametrize("sworn", PROVED, ids=lambda one: one.name)
def test_a_contract_that_is_kept_is_proved(sworn: Sworn) -> None:
    answer = _answer(sworn)
    assert isinstance(answer, Proved), answer
    assert answer.bound is None
    assert not answer.vacuous


@pytest.mark.slow
@pytest.mark.parametrize("sworn", PROVED, ids=lambda one: one.name)
def test_what_is_proved_is_kept_natively(sworn: Sworn) -> None:
    random, versions = Random(0), sworn.versions
    found = []
    for _ in range(_RUNS):
        arguments = sworn.drawn(random)
        judgement = sworn.judged(versions, arguments)
        assert isinstance(judgement, Intended | NotRelevant), (arguments, judgement)
        found.append(type(judgement))
    assert Intended in found or "RV" in sworn.name


@pytest.mark.parametrize("sworn", REFUTED, ids=lambda one: one.name)
def test_a_contract_that_is_violated_is_refuted_with_a_call_that_shows_it(sworn: Sworn) -> None:
    answer = _answer(sworn)
    assert isinstance(answer, Refuted), answer
    judgement = sworn.judged(sworn.versions, dict(deepcopy(answer.arguments)))
    assert isinstance(judgement, Unintended), judgement
    assert answer.breach is not None
    clauses = [violation.clause for violation in judgement.violations]
    assert answer.breach.clause in clauses
    assert {step.side for step in answer.trace} == {Side.OLD, Side.NEW}


def test_there_are_enough_contracts() -> None:
    assert len(PROVED) >= 20
    assert len(REFUTED) >= 20


@pytest.mark.slow
def test_no_contract_made_by_chance_is_proved_and_violated() -> None:
    """`proved` is never wrong, whatever the contract says."""
    counts = {Proved: 0, Refuted: 0}
    for seed in range(30):
        sworn = Chance(seed).sworn()
        answer = prove(replace(sworn.question, seconds=1.5))
        if isinstance(answer, Proved | Refuted):
            counts[type(answer)] += 1
        wrong = disproof(sworn, answer, seed)
        assert wrong is None, (sworn, answer, wrong)
    assert all(counts.values())
