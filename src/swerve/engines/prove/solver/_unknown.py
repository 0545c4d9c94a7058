"""What is known of an operation of which nothing is known?

It depends on its operands and on the state of the world, may raise, and may change the world. The
same operation on the same operands in the same world does the same in both versions.
"""

from __future__ import annotations

import z3

from swerve.engines.prove.solver._folding import NotWrittenOut, folded
from swerve.engines.prove.solver._state import Context, PythonError
from swerve.engines.prove.solver._terms import BOOL, SEQUENCE, Term, V, W, applied
from swerve.engines.prove.solver._values import (
    Bool,
    Float,
    Int,
    ListObject,
    Nothing,
    Opaque,
    Str,
    Tuple,
    Value,
    constant,
    text,
)
from swerve.model import Side


def unknown(
    context: Context, name: str, *values: Value, is_pure: bool = False, raises: bool = True
) -> Opaque:
    """Perform an operation of which nothing is known, or only that it changes nothing."""
    terms = [context.term_of(value) for value in values]
    terms.insert(0, context.state.world)
    name = _marked(context, name)
    state = context.state
    after = applied(f"{name}: world", W, *terms)
    if raises:
        _raise_perhaps(context, name, terms, None if is_pure else after)
    if not is_pure:
        state.world = after
        state.is_calm = False
    return Opaque(applied(f"{name}: value", V, *terms))


def _marked(context: Context, name: str) -> str:
    return f"{name} ({context.state.side.value})" if context.is_marked else name


def _raise_perhaps(context: Context, name: str, terms: list[Term], after: Term | None) -> None:
    raises = applied(f"{name}: raises", BOOL, *terms)
    if context.decide(raises, is_new=context.state.side is Side.OLD):
        if after is not None:
            context.state.world = after
            context.state.is_calm = False
        raise PythonError(Opaque(applied(f"{name}: error", V, *terms)))


def plain(context: Context, name: str, *values: Value) -> Value:
    """Perform an operation on plain values: it may raise, and nothing else can matter."""
    try:
        return _constant(context, folded(name, values))
    except NotWrittenOut:
        pass
    except Exception as error:
        raise context.error(type(error).__name__, *map(constant, error.args)) from None
    terms = [context.term_of(value) for value in values]
    _raise_perhaps(context, name, terms, None)
    return Opaque(applied(f"{name}: value", V, *terms))


def _constant(context: Context, value: object) -> Value:
    if isinstance(value, tuple):
        return Tuple(tuple(_constant(context, item) for item in value))
    if isinstance(value, list):
        return context.make(ListObject(_sequence(value)))
    return constant(value)


def _sequence(items: list[object]) -> Term:
    terms = [z3.Unit(V.str(text(str(item)).term)) for item in items]
    if not terms:
        return z3.Empty(SEQUENCE)
    return terms[0] if len(terms) == 1 else z3.Concat(*terms)


def safe(sort: object, name: str, *values: Value) -> Term:
    """A function of plain values that never raises, as a term."""
    try:
        result = folded(name, values)
    except NotWrittenOut:
        return applied(name, sort, *(_bare(value) for value in values))
    if isinstance(result, list):
        return _sequence(result)
    made = constant(result)
    assert isinstance(made, Int | Bool | Str | Float)  # noqa: S101 (the operation makes one)
    return made.term


def _bare(value: Value) -> Term:
    assert isinstance(value, Int | Bool | Str | Float)  # noqa: S101 (for mypy: callers asked)
    return value.term


def unknown_truth(context: Context, name: str, *values: Value, is_pure: bool) -> Bool:
    """Perform an unknown operation that makes a bool."""
    value = unknown(context, name, *values, is_pure=is_pure)
    return Bool(applied("as a bool", BOOL, value.term))


def is_plain(value: Value) -> bool:
    """Say whether a value is of a type whose operations run no other code."""
    if isinstance(value, Tuple):
        return all(map(is_plain, value.items))
    return isinstance(value, Int | Bool | Str | Float | Nothing)
