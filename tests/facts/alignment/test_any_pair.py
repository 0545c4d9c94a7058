"""Whatever the two functions are, both come back."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
import types

import pytest

import swerve.source
import swerve.source.syntax
from swerve.facts.alignment import normalised, projected, same_code, text_of, unified
from swerve.facts.alignment._unified import is_right, side_by_side
from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode

_MOST_LINES = 40


def _functions(package: types.ModuleType) -> list[FunctionNode]:
    """Functions of a package of our own, one of each of its modules."""
    found = []
    for module in vars(package).values():
        if inspect.ismodule(module) and module.__name__.startswith("swerve."):
            tree = ast.parse(inspect.getsource(module))
            own = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
            found += [n for n in own if (n.end_lineno or 0) - n.lineno <= _MOST_LINES][:1]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("package", [swerve.source, swerve.source.syntax])
def test_unrelated_functions_come_back(package: types.ModuleType) -> None:
    functions = _functions(package)
    assert len(functions) > 10
    for old, new in itertools.pairwise(functions):
        found = unified(old, new)
        assert same_code(projected(found, Side.OLD), normalised(old))
        assert same_code(projected(found, Side.NEW), normalised(new))
        assert text_of(found)


def test_a_function_is_the_same_as_itself() -> None:
    for function in _functions(swerve.source):
        found = unified(function, function)
        assert found.sites == ()
        assert found.old_args is None


def test_bodies_side_by_side_come_back() -> None:
    """What merging falls back on when it fails."""
    old = ast.parse("def f(a, b=1):\n    global v\n    v = a\n    return b").body[0]
    new = ast.parse("@d\ndef f(a, b=2):\n    return v").body[0]
    assert isinstance(old, ast.FunctionDef)
    assert isinstance(new, ast.FunctionDef)
    assert is_right(side_by_side(old, new), old, new)


def test_code_that_differs_is_told_apart() -> None:
    def code(text: str) -> FunctionNode:
        node = ast.parse(textwrap.dedent(text)).body[0]
        assert isinstance(node, ast.FunctionDef)
        return node

    assert same_code(code("def f(): return 1"), code("def f():\n\n    return (1)"))
    assert not same_code(code("def f(): return 1"), code("def f(): return True"))
    assert not same_code(
        code("def f(): return [g() for _ in a]"), code("def f(): return [h() for _ in a]")
    )
