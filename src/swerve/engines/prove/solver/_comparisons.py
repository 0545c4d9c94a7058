"""When are values equal, ordered, contained, true or the same?"""

from __future__ import annotations

import ast

import z3

from swerve.source.syntax.operators import OPERATORS

from ._arithmetic import as_int
from ._containers import content_for, dict_held, has, item_shape, key_type, list_items, size_of
from ._folding import is_plain, plain, unknown, unknown_truth
from ._path import GaveUp
from ._state import Context
from ._terms import BOOL, FALSE, TRUE, Term, V, applied, negated
from ._values import (
    Bool,
    Builtin,
    ExceptionObject,
    Float,
    Int,
    Local,
    Method,
    Nothing,
    Opaque,
    Str,
    Tuple,
    Value,
)

_FLOATS = {"Lt": z3.fpLT, "LtE": z3.fpLEQ, "Gt": z3.fpGT, "GtE": z3.fpGEQ}


_WITHOUT_IDENTITY = (Int, Str, Float, Tuple, Method)


def compare(context: Context, name: str, left: Value, right: Value) -> Value:
    """Apply a comparison operator."""
    if name in ("Is", "IsNot"):
        term = is_same(context, left, right)
        return Bool(term if name == "Is" else negated(term))
    if name in ("In", "NotIn"):
        found = contains(context, right, left)
        return found if name == "In" else Bool(negated(found.term))
    left, right = context.resolved(left), context.resolved(right)
    term = _equality(left, right) if name in ("Eq", "NotEq") else _order(name, left, right)
    if term is not None:
        return Bool(negated(term) if name == "NotEq" else term)
    if is_plain(left) and is_plain(right):
        value = plain(context, f"compare {name}", left, right)
        return Bool(applied("as a bool", BOOL, value.term)) if isinstance(value, Opaque) else value
    pure = context.settings.operators_are_pure
    return unknown(context, f"compare {name}", left, right, is_pure=pure)


def _equality(left: Value, right: Value) -> Term | None:
    match left, right:
        case Str(), Str():
            return z3.simplify(left.term == right.term)
        case Bool(), Bool():
            return z3.simplify(left.term == right.term)
        case (Int() | Bool(), Int() | Bool()):
            return z3.simplify(as_int(left) == as_int(right))
        case Float(), Float():
            return z3.fpEQ(left.term, right.term)
        case (Float(), Int() | Bool()) | (Int() | Bool(), Float()):
            return None
        case Nothing(), Nothing():
            return TRUE
        case Tuple(), Tuple():
            return _tuple_equality(left, right)
        case _:
            kinds = (Int, Bool, Str, Float, Nothing, Tuple)
            return FALSE if isinstance(left, kinds) and isinstance(right, kinds) else None


def _tuple_equality(left: Tuple, right: Tuple) -> Term | None:
    if not (is_plain(left) and is_plain(right)):
        return None
    if len(left.items) != len(right.items):
        return FALSE
    parts = []
    for ours, theirs in zip(left.items, right.items, strict=True):
        # Items are compared by identity first, which a nan shows.
        part = None if isinstance(ours, Float) else _equality(ours, theirs)
        if part is None:
            return None
        parts.append(part)
    return z3.And(*parts) if parts else TRUE


def _order(name: str, left: Value, right: Value) -> Term | None:
    match left, right:
        case (Int() | Bool(), Int() | Bool()):
            return z3.simplify(_ordered(name, as_int(left), as_int(right)))
        case Str(), Str():
            return _ordered(name, left.term, right.term)
        case Float(), Float():
            return _FLOATS[name](left.term, right.term)
        case _:
            return None


def _ordered(name: str, left: Term, right: Term) -> Term:
    return OPERATORS[getattr(ast, name)](left, right)


def is_same(context: Context, left: Value, right: Value) -> Term:
    """Say whether two values are one object."""
    if isinstance(left, Local) and isinstance(right, Local) and left.place == right.place:
        return TRUE
    left, right = context.resolved(left), context.resolved(right)
    for one, other in ((left, right), (right, left)):
        match one, other:
            case Nothing(), Nothing():
                return TRUE
            case Nothing(), Opaque():
                return FALSE if other.kind else V.is_none(other.term)
            case Bool(), Bool():
                return one.term == other.term
            case Bool(), Opaque():
                return FALSE if other.kind else other.term == V.bool(one.term)
            case Builtin(), Builtin():
                return TRUE if one.name == other.name else FALSE
            case (Nothing() | Bool() | Builtin(), _) if not isinstance(other, Opaque):
                return FALSE
            case Local(), _ if not isinstance(other, Local) or one.place != other.place:
                return FALSE
            case (Int() | Str() | Float() | Tuple(), Int() | Str() | Float() | Tuple()) if type(
                one
            ) is not type(other):
                return FALSE
            case _:
                pass
    if isinstance(left, _WITHOUT_IDENTITY) or isinstance(right, _WITHOUT_IDENTITY):
        raise GaveUp("identity of numbers, strings or tuples")
    ours, theirs = context.term_of(left), context.term_of(right)
    if ours.eq(theirs):
        return TRUE
    first, second = sorted((ours, theirs), key=lambda term: term.get_id())
    return applied("is same", BOOL, first, second)


def contains(context: Context, container: Value, item: Value) -> Bool:
    """Say whether an item is in a container."""
    container, item = context.resolved(container), context.resolved(item)
    if isinstance(container, Str) and isinstance(item, Str):
        return Bool(z3.Contains(container.term, item.term))
    if isinstance(container, Tuple) and is_plain(item) and not isinstance(item, Float):
        parts = [_equality(item, one) if is_plain(one) else None for one in container.items]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            return Bool(z3.simplify(z3.Or(*known)) if known else FALSE)
    content = content_for(context, container, item)
    if content is not None:
        return Bool(has(content, context.term_of(item)))
    items, shape = list_items(context, container), item_shape(context, container)
    if items is not None and shape is not None and shape.name == key_type(item):
        return Bool(z3.Contains(items, z3.Unit(context.term_of(item))))
    pure = context.settings.operators_are_pure
    return unknown_truth(context, "contains", container, item, is_pure=pure)


def truth_of(context: Context, value: Value) -> Term:
    """Say whether a value counts as true."""
    value = context.resolved(value)
    match value:
        case Bool():
            return value.term
        case Int():
            return value.term != 0
        case Str():
            return value.term != z3.StringVal("")
        case Float():
            return z3.Not(z3.fpIsZero(value.term))
        case Nothing():
            return FALSE
        case Tuple():
            return TRUE if value.items else FALSE
        case Builtin() | Method():
            return TRUE
    items = list_items(context, value)
    if items is not None:
        return z3.simplify(z3.Length(items) > 0)
    content = dict_held(context, value)
    if content is not None:
        return size_of(context, content) > 0
    if isinstance(context.thing(value), ExceptionObject):
        return TRUE
    pure = context.settings.operators_are_pure
    return unknown_truth(context, "truth", value, is_pure=pure).term
