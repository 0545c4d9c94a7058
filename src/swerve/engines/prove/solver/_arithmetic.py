"""What do operators do to values of known types?"""

from __future__ import annotations

import operator

import z3

from ._answers import FEW_DIGITS
from ._containers import concatenated, list_items
from ._folding import is_plain, is_written_out, plain, safe, unknown
from ._state import Context
from ._terms import BOOL, FLOAT, INT, STR, Term, applied
from ._values import Bool, Float, Int, ListObject, Nothing, Str, Tuple, Value, text

_RING = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul}
_BITS = {"BitAnd": z3.And, "BitOr": z3.Or, "BitXor": z3.Xor}
_MOST_FACTORS = 3


def as_int(value: Int | Bool) -> Term:
    """The number that an int or a bool stands for."""
    return value.term if isinstance(value, Int) else z3.If(value.term, 1, 0)


def binary(context: Context, name: str, left: Value, right: Value, *, word: str) -> Value:
    """Apply a binary operator. The word tells `+` from `+=` for values of unknown types."""
    left, right = context.resolved(left), context.resolved(right)
    match left, right:
        case (Int() | Bool(), Int() | Bool()):
            found = _on_ints(context, name, left, right)
        case (Int() | Bool() | Float(), Int() | Bool() | Float()):
            found = _on_floats(context, name, left, right)
        case Str(), Str() if name == "Add":
            found = Str(z3.Concat(left.term, right.term))
        case Tuple(), Tuple() if name == "Add":
            found = Tuple(left.items + right.items)
        case _:
            found = _on_lists(context, name, left, right, word)
    if found is not None:
        return found
    if is_plain(left) and is_plain(right):
        return plain(context, name, left, right)
    pure = context.settings.operators_are_pure and word == "binary"
    return unknown(context, f"{word} {name}", left, right, is_pure=pure)


def _on_lists(context: Context, name: str, left: Value, right: Value, word: str) -> Value | None:
    if name != "Add" or word != "binary":
        return None
    ours, theirs = list_items(context, left), list_items(context, right)
    if ours is None or theirs is None:
        return None
    return context.make(ListObject(concatenated(ours, theirs)))


def _on_ints(context: Context, name: str, left: Int | Bool, right: Int | Bool) -> Value | None:
    if name in _BITS and isinstance(left, Bool) and isinstance(right, Bool):
        return Bool(_BITS[name](left.term, right.term))
    ours, theirs = as_int(left), as_int(right)
    if name in _RING:
        return Int(z3.simplify(_RING[name](ours, theirs)))
    if name in _BITS:
        first, second = sorted((ours, theirs), key=lambda term: term.get_id())
        return Int(applied(name, INT, first, second))
    if name in ("FloorDiv", "Mod", "Div"):
        if context.decide(theirs == 0):
            raise context.worded_error("ZeroDivisionError", name)
        if name == "Div" and is_written_out(left) and is_written_out(right):
            return plain(context, name, left, right)
        if name == "Div":
            return _quotient(context, Int(ours), Int(theirs))
        return Int(floor_division(ours, theirs) if name == "FloorDiv" else modulo(ours, theirs))
    if name == "Pow" and z3.is_int_value(theirs) and 0 <= theirs.as_long() <= _MOST_FACTORS:
        result = z3.IntVal(1)
        for _ in range(theirs.as_long()):
            result = result * ours
        return Int(z3.simplify(result))
    return None


def _quotient(context: Context, left: Int, right: Int) -> Value:
    if context.decide(applied("quotient overflows", BOOL, left.term, right.term)):
        raise context.worded_error("OverflowError", "quotient")
    return Float(safe(FLOAT, "quotient", left, right))


def floor_division(left: Term, right: Term) -> Term:
    """Python's `//`, which rounds down."""
    if z3.is_int_value(right):
        return left / right if right.as_long() > 0 else (-left) / (-right)
    return z3.If(right > 0, left / right, (-left) / (-right))


def modulo(left: Term, right: Term) -> Term:
    """Python's `%`, whose sign is that of the right."""
    if z3.is_int_value(right):
        return left % right if right.as_long() > 0 else -((-left) % (-right))
    return z3.If(right > 0, left % right, -((-left) % (-right)))


def as_float(context: Context, value: Int | Bool | Float) -> Float:
    """Convert to a float; a large int overflows."""
    if isinstance(value, Float):
        return value
    whole = as_int(value)
    if z3.is_int_value(whole) and abs(whole.as_long()) < 2**53:
        return Float(z3.FPVal(whole.as_long(), FLOAT))
    if is_written_out(Int(whole)):
        return _as_written(plain(context, "float of int", Int(whole)))
    if context.decide(applied("float overflows", BOOL, whole)):
        raise context.worded_error("OverflowError", "float")
    return Float(applied("float of int", FLOAT, whole))


def _as_written(value: Value) -> Float:
    assert isinstance(value, Float)  # noqa: S101 (for mypy: what is written out becomes a float)
    return value


def _on_floats(
    context: Context, name: str, left: Int | Bool | Float, right: Int | Bool | Float
) -> Value | None:
    ours, theirs = as_float(context, left), as_float(context, right)
    if name in ("Add", "Mult"):
        first, second = sorted((ours, theirs), key=lambda one: one.term.get_id())
        return Float(safe(FLOAT, f"float {name}", first, second))
    if name == "Sub":
        return Float(safe(FLOAT, "float Sub", ours, theirs))
    if name in ("Div", "FloorDiv", "Mod"):
        if context.decide(z3.fpIsZero(theirs.term)):
            raise context.worded_error("ZeroDivisionError", f"float {name}")
        return Float(safe(FLOAT, f"float {name}", ours, theirs))
    return None


def unary(context: Context, name: str, value: Value) -> Value:
    """Apply a unary operator other than `not`."""
    value = context.resolved(value)
    if isinstance(value, Int | Bool) and name != "Invert":
        whole = as_int(value)
        return Int(z3.simplify(-whole) if name == "USub" else whole)
    if isinstance(value, Int | Bool):
        return Int(-as_int(value) - 1)
    if isinstance(value, Float) and name == "USub":
        return Float(z3.fpNeg(value.term))
    if is_plain(value):
        return plain(context, name, value)
    return unknown(context, name, value, is_pure=context.settings.operators_are_pure)


def int_text(term: Term) -> Term:
    """The digits of an int."""
    positive = z3.IntToStr(term)
    return z3.If(term >= 0, positive, z3.Concat(z3.StringVal("-"), z3.IntToStr(-term)))


def text_of(context: Context, value: Value) -> Str | None:
    """What `str` makes of a value of a known type."""
    match value:
        case Str():
            return value
        case Int():
            context.assume(FEW_DIGITS)
            return Str(int_text(value.term))
        case Bool():
            return Str(z3.If(value.term, z3.StringVal("True"), z3.StringVal("False")))
        case Float():
            return Str(safe(STR, "text of float", value))
        case Nothing():
            return text("None")
        case _:
            return None
