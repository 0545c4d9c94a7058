"""Are differences told apart as people tell them apart?"""

from __future__ import annotations

import ast

import pytest
from tests.meaning.contract.two_versions import Versions

from swerve.apps.approve import FunctionCalls, Kind, grouped
from swerve.apps.approve._model import meant
from swerve.meaning.contract import Difference, Signature
from swerve.model import Function, Module, Pair

_FUNCTION = Function("f", Module("shop.py", "def f(x): pass\n"), 1, 1, 1)
PAIR = Pair("shop.py::f", _FUNCTION, _FUNCTION, ())


def difference(old: str, new: str, argument: str = "[]") -> Difference:
    """What two versions of `f(x)` do with one call."""
    for body in (old, new):
        ast.parse(f"def f(x): {body}")
    versions = Versions(f"def f(x): {old}", f"def f(x): {new}", "def f(x):\n    ensures(True)\n")
    return Difference(versions.observed("f", argument), f"f({argument})")


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        pytest.param("return 1", "return 2", Kind.VALUE, id="another result"),
        pytest.param("x.append(1)", "pass", Kind.VALUE, id="another effect"),
        pytest.param("return 1", "raise KeyError(1)", Kind.ERROR, id="an error more"),
        pytest.param("raise KeyError(1)", "return 1", Kind.ERROR, id="an error less"),
        pytest.param("raise KeyError(1)", "raise ValueError(1)", Kind.ERROR, id="another error"),
        pytest.param("raise KeyError(1)", "raise KeyError(2)", Kind.MESSAGE, id="other words"),
        pytest.param("return 1", "return 1.0", Kind.REPRESENTATION, id="another type"),
        pytest.param("return 0.3", "return 0.1 + 0.2", Kind.REPRESENTATION, id="last digits"),
    ],
)
def test_kinds(old: str, new: str, kind: Kind) -> None:
    assert meant(difference(old, new)).kind is kind


def test_groups_come_in_the_order_of_kinds_and_hold_whole_functions() -> None:
    """A person decides about one kind at a time, in all functions."""
    signatures = (Signature("f", ("x",)), Signature("f", ("x",)))
    message = meant(difference("raise KeyError(1)", "raise KeyError(2)"))
    value = meant(difference("return 1", "return 2"))
    first = FunctionCalls(PAIR, signatures, (message, value))
    second = FunctionCalls(PAIR, signatures, (value, value))
    groups = grouped([first, second])
    assert [group.kind for group in groups] == [Kind.VALUE, Kind.MESSAGE]
    assert [len(members) for _, members in groups[0].members] == [1, 2]
    assert [seen for seen, _ in groups[1].members] == [first]
