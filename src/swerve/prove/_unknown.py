"""What is known of an operation of which nothing is known?

It depends on its operands and on the state of the world, may raise, and may change the world. The
same operation on the same operands in the same world does the same in both versions.
"""

from __future__ import annotations

from swerve.model import Side
from swerve.prove._state import Context, PythonError
from swerve.prove._terms import BOOL, Term, V, W, applied
from swerve.prove._values import Bool, Float, Int, Nothing, Opaque, Str, Tuple, Value


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


def plain(context: Context, name: str, *values: Value) -> Opaque:
    """Perform an operation on plain values: it may raise, and nothing else can matter."""
    terms = [context.term_of(value) for value in values]
    _raise_perhaps(context, name, terms, None)
    return Opaque(applied(f"{name}: value", V, *terms))


def safe(sort: object, name: str, *values: Value) -> Term:
    """A function of plain values that never raises, as a term."""
    return applied(name, sort, *(_bare(value) for value in values))


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
