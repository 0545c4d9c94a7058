"""Can bytes from a worker make a judgement raise, whatever they are?"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from tests.meaning.contract.two_versions import Versions

from swerve.meaning.contract import (
    Faulty,
    Intended,
    NotRelevant,
    ObservedCall,
    SideRun,
    Unclear,
    Unintended,
    judge,
    relevant_cases,
)
from swerve.model.behaviour import Behaviour, Outcome, Raised, Returned
from swerve.worker.snapshot.snapshot import take_snapshot

CONTRACT = """
    class Order:
        coupon: New[str]
        lines: list = renamed_from("rows")
        def total(self, a, b, c: Old[int] = 1, *rest, **more):
            renamed_from("sum")
            with case("returned"):
                requires(a == b or len(a) > 0 or str(b) == "x")
                when_ensured(result == a or result in (a, b) or sorted(result) == [])
                ensures(result == prev(result) and self == prev(self) and self.lines == old(b))
                signals(Exception, "x" in str(exc) and exc.args[0] == a)
            with case("raised"):
                when_signaled((KeyError, OSError), exc.args != a)
                ensures({x: 1 for x in a} == b and result[0] < a[0] and result + a == b)
                signals(LookupError, f"{exc}{a}{b:>9}" == "")
            preserves_when(hasattr(self, "coupon") and self.lines or rest or more)
"""
VALUES: tuple[object, ...] = (
    {"k": [1, {2, 3}, (4, frozenset({5}))], (1, 2): "x" * 300},
    [1, 2.5, -(10**30), "text", b"bytes", None, True, 1j, ...],
    [Decimal("1.5"), Fraction(1, 2), datetime(2024, 1, 2), timedelta(3), range(4)],
    {"a": {"b": {"c": [[[]]]}}},
    "plain",
    iter([1, 2]),
)


class Order:
    def __init__(self, rows: object) -> None:
        self.rows = rows


def damaged(data: bytes, random: Random) -> bytes:
    """Mostly still a snapshot: a few bytes are others."""
    found = bytearray(data)
    for _ in range(random.choice((0, 0, 0, 1, 1, 2, 5))):
        place = random.randrange(len(found))
        kind = random.random()
        if kind < 0.5:
            found[place] = random.choice(b"NTF.ilgyusR[(<>{IDOXN?WFA\x00\x01\x02\x03\x08")
        elif kind < 0.8:
            found[place] = random.randrange(256)
        else:
            found[place:place] = found[random.randrange(len(found)) :][:4]
    return bytes(found)


@pytest.mark.parametrize("seed", range(20))
def test_damaged_snapshots_are_judged_without_an_exception(seed: int) -> None:
    random = Random(seed)
    versions = Versions("", "", CONTRACT)
    contract = versions.contract("Order.total")
    for _ in range(12):
        runs = []
        for _ in range(2):
            roots = [
                ("receiver", Order(random.choice(VALUES))),
                ("arguments[0]", random.choice(VALUES)),
                ("arguments.b", random.choice(VALUES)),
                ("arguments[3]", 1),
                ("arguments.z", 1),
            ]
            end = random.choice(
                (("result", random.choice(VALUES)), ("exception", KeyError(random.choice(VALUES))))
            )
            after = take_snapshot([end, *roots])
            outcome: Outcome = Returned() if end[0] == "result" else Raised()
            behaviour = Behaviour(outcome, damaged(after, random))
            runs.append(SideRun(damaged(take_snapshot(roots), random), behaviour))
        call = ObservedCall(*runs) if random.random() < 0.5 else ObservedCall(runs[0], runs[0])
        judgement = judge(contract, call)
        assert isinstance(judgement, (Intended, Unintended, NotRelevant, Unclear, Faulty))
        assert isinstance(judgement.why, str)
        relevant_cases(contract, call.old)
