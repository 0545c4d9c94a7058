"""Is the right thing said for each way that a test and its calls can go?"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.apps.explain.test_localising import INTENDED, SAME, VIOLATED, call

from swerve.apps.explain import Answer, Ended, Ending
from swerve.apps.explain._concluding import RunsOfTest, conclude
from swerve.meaning.contract import Unclear

PASSED, FAILED = Ending(Ended.PASSED), Ending(Ended.FAILED, "AssertionError")
FLIPPED = RunsOfTest("tests/test_shop.py::test_total", PASSED, FAILED)
LOST = Ending(Ended.NOT_IMPORTED, "ImportError: cannot import name 'cost' from 'shop'")


@pytest.mark.parametrize(
    ("seen", "answer", "why"),
    [
        pytest.param(
            replace(FLIPPED, new=PASSED, old=FAILED),
            Answer.PASSES,
            "it passes on the new version, and fails on the old one",
            id="repaired",
        ),
        pytest.param(
            replace(FLIPPED, is_flaky=True),
            Answer.UNCLEAR,
            "it is flaky: it does not end the same way each time",
            id="flaky",
        ),
        pytest.param(
            replace(FLIPPED, unseen="there are too many"),
            Answer.UNCLEAR,
            "there are too many",
            id="not looked at",
        ),
        pytest.param(
            replace(FLIPPED, old=Ending(Ended.SKIPPED, "too slow")),
            Answer.UNCLEAR,
            "on the old version it is skipped: too slow",
            id="skipped",
        ),
        pytest.param(
            FLIPPED,
            Answer.UNCLEAR,
            "on the new version it fails before it calls a changed function, or calls none",
            id="no call",
        ),
        pytest.param(
            replace(FLIPPED, calls=(call("total", SAME),)),
            Answer.UNCLEAR,
            "its call of a changed function does the same on both versions: the failure has "
            "another cause",
            id="nothing differs",
        ),
        pytest.param(
            replace(FLIPPED, new=LOST, removed=("cost",)),
            Answer.UNCLEAR,
            "the change removes `cost`, and no contract covers that",
            id="removed",
        ),
        pytest.param(
            replace(FLIPPED, new=LOST, taken_away="it uses `cost`"),
            Answer.OUT_OF_DATE,
            "it uses `cost`",
            id="taken away by a contract",
        ),
        pytest.param(
            replace(FLIPPED, calls=(call("total", Unclear("it was cut")),)),
            Answer.UNCLEAR,
            "a call of `total` could not be judged: it was cut",
            id="unclear",
        ),
        pytest.param(
            replace(FLIPPED, old=FAILED, calls=(call("total", VIOLATED),)),
            Answer.NOT_THE_CHANGE,
            "the change is not the cause: it fails on the old version too",
            id="red before",
        ),
        pytest.param(
            replace(FLIPPED, old=FAILED, is_changed=True, calls=(call("total", VIOLATED),)),
            Answer.CODE_IS_WRONG,
            "the fault is in `total`: it violates contracts/shop.py:12",
            id="a test that came with a change that does not do what it should",
        ),
        pytest.param(
            replace(FLIPPED, old=LOST, is_changed=True, calls=(call("total", INTENDED),)),
            Answer.OUT_OF_DATE,
            "it asserts behaviour that the contract changes",
            id="only the names are new",
        ),
    ],
)
def test_what_is_said(seen: RunsOfTest, answer: Answer, why: str) -> None:
    said = conclude(seen)
    assert (said.answer, said.why) == (answer, why)


def test_a_caller_that_keeps_its_contract_answers_for_what_it_calls() -> None:
    total = call("total", INTENDED)
    seen = replace(FLIPPED, calls=(call("helper", None, total), total))
    assert conclude(seen).answer is Answer.OUT_OF_DATE


def test_a_violated_contract_counts_though_the_caller_keeps_its_own() -> None:
    total = call("total", INTENDED)
    seen = replace(FLIPPED, calls=(call("price_of", VIOLATED, total), total))
    assert conclude(seen).answer is Answer.CODE_IS_WRONG


def test_a_caller_that_did_not_change_needs_no_contract() -> None:
    total = replace(call("total", None), is_affected=True)
    seen = replace(FLIPPED, calls=(call("price_of", INTENDED, total), total))
    assert conclude(seen).answer is Answer.OUT_OF_DATE
    assert conclude(replace(seen, calls=(total,))).needed == ("total",)
