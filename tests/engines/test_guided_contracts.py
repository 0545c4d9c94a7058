"""Is a simulated run judged by what the function asked for in it?"""

from __future__ import annotations

import pytest

from swerve.engines.guided._entries import entry_of
from swerve.engines.guided._runs import Guidance
from swerve.engines.guided.judging import judge_by
from swerve.meaning.contract import Contracts, Signature, read_contracts
from swerve.model import Function, Module, Pair
from swerve.model.behaviour import Behaviour, Returned
from swerve.observe.comparison import Rules
from swerve.observe.snapshot import decode, show
from swerve.worker.snapshot.snapshot import take_snapshot

TEXT = "class Retry:\n    def times(self, request, most=3):\n        ...\n"
SIGNATURE = Signature("Retry.times", ("self", "request", "most"), has_receiver=True)
FUNCTION = Function("Retry.times", Module("retry.py", TEXT), 2, 3, 2)
PAIR = Pair("retry.py::Retry.times", FUNCTION, FUNCTION, ())


def roots(shown: dict[str, str]) -> dict[str, str]:
    graph = decode(entry_of(shown, SIGNATURE))
    return {name: show(graph, index) for name, index in graph.roots}


def test_entries_hold_what_was_asked_for() -> None:
    found = roots(
        {
            "self.limit": "2",
            "request.meta['times']": "1",
            "request.meta['most']": "None",
            "request.copy().meta": "{}",
            "elsewhere": "7",
            "not a path": "7",
            "most": "request",
        }
    )
    assert list(found) == ["receiver", "arguments.request"]
    assert "limit=2" in found["receiver"]
    assert "{'times': 1, 'most': None}" in found["arguments.request"]


def test_a_whole_value_counts_more_than_its_parts() -> None:
    found = roots({"request['a']": "1", "request": "{'a': 1, 'b': 2}"})
    assert found == {"arguments.request": "{'a': 1, 'b': 2}"}


def guidance(result: object, shown: dict[str, str]) -> Guidance:
    return Guidance(Behaviour(Returned(), take_snapshot([("result", result)])), shown=shown)


@pytest.mark.parametrize(
    ("shown", "judgement"),
    [
        pytest.param({"request.meta['times']": "0"}, "intended", id="inside"),
        pytest.param({"request.meta['times']": "1"}, "unintended", id="outside"),
        pytest.param({"request.meta['most']": "1"}, "unintended", id="another key"),
        pytest.param({"self.limit": "1"}, "unclear", id="never asked for"),
    ],
)
def test_judgements(shown: dict[str, str], judgement: str) -> None:
    text = """
class Retry:
    def times(self, request, most=3):
        requires(request.meta.get('times') == 0)
        ensures(result == 2)
"""
    read = read_contracts(text, "contracts/retry.py")
    assert isinstance(read, Contracts)
    judge = judge_by(read.contracts[0], PAIR, Rules())
    assert judge(guidance(1, shown), guidance(2, shown)).judgement == judgement


def test_a_default_is_not_what_was_given() -> None:
    """All arguments are made up: one that was never looked at may be anything."""
    read = read_contracts(
        "class Retry:\n    def times(self, request, most=3):\n        requires(most == 3)\n",
        "contracts/retry.py",
    )
    assert isinstance(read, Contracts)
    judge = judge_by(read.contracts[0], PAIR, Rules())
    assert judge(guidance(1, {}), guidance(2, {})).judgement == "unclear"
