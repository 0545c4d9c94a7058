"""What can a contract say about the effects of a call?"""

from __future__ import annotations

import pytest
from tests.meaning.contract.two_versions import contracts_from, faults_of

from swerve.meaning.contract import Intended, Judgement, ObservedCall, SideRun, Unintended, judge
from swerve.model.behaviour import Behaviour, Returned
from swerve.worker.snapshot.snapshot import take_snapshot


def left(**effects: object) -> SideRun:
    roots = [("result", None), *effects.items()]
    return SideRun(
        take_snapshot([("arguments[0]", 1)]), Behaviour(Returned(), take_snapshot(roots))
    )


def judged(clauses: str, old: SideRun, new: SideRun) -> Judgement:
    contract = contracts_from(f"def f(x):\n    {clauses}\n").of("f")
    assert contract is not None
    return judge(contract, ObservedCall(old, new))


@pytest.mark.parametrize(
    ("clause", "is_met"),
    [
        ('ensures(effects["file"]["out.csv"] == "a\\nb\\n")', True),
        ('ensures("out.csv" in effects["file"] and len(effects["file"]) == 1)', True),
        ('ensures(effects["file"] == prev(effects["file"]))', False),
        ('ensures(effects["log"] == prev(effects["log"]))', True),
        ('ensures(not effects["request"] and not effects["process"])', True),
        ('ensures(effects["file"]["out.csv"].startswith(prev(effects["file"]["out.csv"])))', True),
    ],
)
def test_a_contract_can_speak_of_effects(clause: str, is_met: bool) -> None:
    old = left(files={"out.csv": "a\n"}, log={"app": [("WARNING", "slow")]})
    new = left(files={"out.csv": "a\nb\n"}, log={"app": [("WARNING", "slow")]})
    assert isinstance(judged(clause, old, new), Intended if is_met else Unintended)


def test_effects_are_part_of_what_has_to_stay() -> None:
    clause = 'when_required(x > 5); ensures("out.csv" in effects["file"])'
    found = judged(clause, left(files={"out.csv": "a"}), left(files={"out.csv": "b"}))
    assert isinstance(found, Unintended)


@pytest.mark.parametrize(
    "clause",
    ['requires(effects["file"])', 'when_required(effects["file"])', "ensures(old(effects))"],
)
def test_there_are_no_effects_before_the_call(clause: str) -> None:
    (fault,) = faults_of(f"def f(x):\n    {clause}\n")
    assert "`effects`: before the call there are none" in fault


def test_a_parameter_may_be_called_effects() -> None:
    text = "def f(effects):\n    requires(effects)\n    ensures(result == effects)\n"
    assert contracts_from(text).of("f") is not None
