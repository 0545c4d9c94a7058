"""What do the items of lists come to when lists are read and changed?"""

from __future__ import annotations

import z3

from swerve.engines.prove.solver._shapes import Shape
from swerve.engines.prove.solver._state import Context, known_kind, list_content, value_of
from swerve.engines.prove.solver._terms import SEQUENCE, Term
from swerve.engines.prove.solver._values import (
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Slice,
    Tuple,
    Value,
)

EMPTY = z3.Empty(SEQUENCE)


def list_items(context: Context, value: Value) -> Term | None:
    """What a list holds now, as a sequence; `None` for what is no list."""
    value = context.resolved(value)
    if isinstance(value, Opaque) and value.kind == "list":
        return list_content(context.state.world, value.term)
    thing = context.thing(value)
    return thing.items if isinstance(thing, ListObject) else None


def put_items(context: Context, value: Value, items: Term) -> None:
    """Let a list hold other items."""
    resolved = context.resolved(value)
    if isinstance(resolved, Opaque):
        context.write_list(resolved, items)
    else:
        assert isinstance(value, Local)  # noqa: S101 (for mypy: else it is no list)
        context.put(value, ListObject(items))


def concatenated(*parts: Term) -> Term:
    """Return sequences one after the other."""
    filled = [part for part in parts if not part.eq(EMPTY)]
    if not filled:
        return EMPTY
    return filled[0] if len(filled) == 1 else z3.Concat(*filled)


def sequence_of(context: Context, values: tuple[Value, ...]) -> Term:
    """Return values as a sequence."""
    return concatenated(*(z3.Unit(context.term_of(value)) for value in values))


def item_shape(context: Context, owner: Value) -> Shape | None:
    """What the items of a list are known to be, as long as nothing unknown has run."""
    owner = context.resolved(owner)
    if isinstance(owner, Opaque) and owner.items and context.state.is_calm:
        return owner.items[0]
    return None


def item_at(context: Context, owner: Value, items: Term, index: Term) -> Value:
    """Return the item at an index that is within bounds."""
    term = z3.simplify(items[index])
    shape = item_shape(context, owner)
    if shape is not None:
        return value_of(context, shape, term)
    return known_kind(Opaque(term))


def bounded_index(context: Context, index: Term, length: Term) -> Term | None:
    """Return an index counted from the left; `None` where it is out of bounds."""
    if context.decide(index >= 0):
        return index if context.decide(index < length) else None
    return z3.simplify(index + length) if context.decide(index + length >= 0) else None


def slice_bounds(context: Context, given: Slice, length: Term) -> tuple[Term, Term] | None:
    """Return where a slice with step one starts and how long it is."""
    step = given.step
    if not (isinstance(step, Nothing) or (isinstance(step, Int) and step.term.eq(z3.IntVal(1)))):
        return None
    if isinstance(given.lower, Nothing) and isinstance(given.upper, Nothing):
        return z3.IntVal(0), length
    lower = _clamped(given.lower, z3.IntVal(0), length)
    upper = _clamped(given.upper, length, length)
    if lower is None or upper is None:
        return None
    size = z3.If(upper > lower, upper - lower, z3.IntVal(0))
    return lower, z3.simplify(size)


def _clamped(value: Value, default: Term, length: Term) -> Term | None:
    if isinstance(value, Nothing):
        return default
    if not isinstance(value, Int):
        return None
    term = value.term
    if z3.is_int_value(term) and term.as_long() == 0:
        return term
    from_left = z3.If(term < 0, term + length, term)
    return z3.If(from_left < 0, z3.IntVal(0), z3.If(from_left > length, length, from_left))


def unpacked(context: Context, value: Value) -> tuple[Value, ...] | None:
    """The items of a tuple of known length."""
    value = context.resolved(value)
    return value.items if isinstance(value, Tuple) else None
