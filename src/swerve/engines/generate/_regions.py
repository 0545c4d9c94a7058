"""For which values of its parameters do the two versions of a function part?

The calls of a search that differ in one way are held against those that did not differ: a condition
on one parameter that holds for all of the former and for none of the latter is told.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from swerve.meaning.contract import conditions_on
from swerve.model import Function
from swerve.observe.recipe import CallRecipe, Recipe, python_of_recipe
from swerve.source.syntax import node_of

#: Calls that say something: of those that differ, and of those that do not.
_FEWEST_DIFFERING, _FEWEST_ALIKE = 2, 6
#: Calls that are looked at.
_MOST = 60
#: Of the calls, as many have to give a parameter a value that can be told.
_MOST_UNKNOWN = 0.5
_BUILTINS = {"len": len, "isinstance": isinstance}
_KINDS = {each.__name__: each for each in (bool, int, float, str, bytes, list, tuple, dict, set)}
_UNKNOWN = object()


def condition_of(
    function: Function, differing: Sequence[CallRecipe], alike: Sequence[CallRecipe]
) -> str:
    """A condition for the calls that differ, as Python; empty where none was found."""
    if len(differing) < _FEWEST_DIFFERING or len(alike) < _FEWEST_ALIKE:
        return ""
    rows = [_given(function, call) for call in differing[:_MOST]]
    others = [_given(function, call) for call in alike[:_MOST]]
    names = dict.fromkeys(name for row in rows for name in row)
    return next(_found(names, rows, others), "")


def _found(
    names: Iterable[str], rows: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    for name in names:
        values = [row.get(name, _UNKNOWN) for row in rows]
        stayed = [row[name] for row in others if row.get(name, _UNKNOWN) is not _UNKNOWN]
        if _UNKNOWN in values or len(stayed) < _MOST_UNKNOWN * len(others):
            continue
        for condition in conditions_on(name, values, stayed):
            if not any(_holds(condition, name, value) for value in stayed) and all(
                _holds(condition, name, value) for value in values
            ):
                yield condition


def _holds(condition: str, name: str, value: Any) -> bool:
    """Whether a condition holds for a value; one that cannot be asked of it does not."""
    code = compile(condition, "<condition>", "eval")
    try:
        return bool(eval(code, {"__builtins__": _BUILTINS | _KINDS, name: value}))  # noqa: S307
    except (TypeError, ValueError):
        return False


def _given(function: Function, call: CallRecipe) -> dict[str, Any]:
    """The plain values that a call gives to parameters."""
    node = node_of(function)
    positional = [] if node is None else [*node.args.posonlyargs, *node.args.args]
    names = [each.arg for each in positional]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    found: dict[str, Any] = {}
    for name, recipe in (*zip(names, call.args, strict=False), *call.kwargs):
        value = _plain(recipe)
        if value is not _UNKNOWN:
            found[name] = value
    return found


def _plain(recipe: Recipe) -> Any:
    try:
        return ast.literal_eval(python_of_recipe(recipe).expression)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return _UNKNOWN
