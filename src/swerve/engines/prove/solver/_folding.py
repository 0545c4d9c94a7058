"""What do operations of Python's own types make of values that are all written out?

Only functions of Python itself run here, on numbers and strings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import z3

from swerve.model import Side
from swerve.source.syntax.operators import OPERATORS

from ._containers import EMPTY_DICT, concatenated, key_type, with_item
from ._state import Context, PythonError
from ._terms import BOOL, Term, V, W, applied
from ._values import (
    Bool,
    DictObject,
    Float,
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Str,
    Tuple,
    Value,
    constant,
    text,
)

#: Larger results are not worth their memory.
_LARGEST = 10**6
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{kind.__name__: function for kind, function in OPERATORS.items()},
    "item": operator.getitem,
    "quotient": operator.truediv,
    "float of int": float,
    "int of str": int,
    "text of float": str,
}
_RISKY = frozenset({"Mult", "Pow", "LShift", "float Mult"})


class NotWrittenOut(Exception):
    """A value is not known to the last digit, or the operation has no fold."""


def python_value(value: Value) -> object:
    """The value of Python behind one that is written out."""
    match value:
        case Int() | Bool() | Str() | Float():
            return literal(value.term)
        case Nothing():
            return None
        case Tuple():
            return tuple(python_value(item) for item in value.items)
        case _:
            raise NotWrittenOut


def literal(term: Term) -> object:
    """The value of a term that is a literal."""
    if z3.is_int_value(term):
        return term.as_long()
    if z3.is_true(term):
        return True
    if z3.is_false(term):
        return False
    if z3.is_string_value(term):
        return unescaped(term.as_string())
    if z3.is_fp_value(term):
        return float_of(term)
    if term.sort() == V and term.eq(V.none):
        return None
    if (
        term.sort() == V
        and term.num_args() == 1
        and term.decl().name() in ("int", "bool", "str", "float")
    ):
        return literal(term.arg(0))
    raise NotWrittenOut


def elements(items: Term) -> list[Term]:
    """The items of a sequence that is written out."""
    items = z3.simplify(items)
    kind = items.decl().kind()
    if kind == z3.Z3_OP_SEQ_EMPTY:
        return []
    if kind == z3.Z3_OP_SEQ_UNIT:
        return [items.arg(0)]
    if kind == z3.Z3_OP_SEQ_CONCAT:
        return [item for part in items.children() for item in elements(part)]
    raise NotWrittenOut


def folded(name: str, values: tuple[Value, ...]) -> object:
    """Perform an operation. Raises what it raises, and `NotWrittenOut` where it cannot."""
    function = _function(name)
    arguments = [python_value(value) for value in values]
    if name in _RISKY and any(isinstance(one, int) and abs(one) > _LARGEST for one in arguments):
        raise NotWrittenOut
    if name in ("Pow", "LShift") and any(
        isinstance(one, int) and abs(one) > 1000 for one in arguments
    ):
        raise NotWrittenOut
    result: object = function(*arguments)
    if isinstance(result, str | bytes | tuple | list) and len(result) > _LARGEST:
        raise NotWrittenOut
    return result


def _function(name: str) -> Callable[..., Any]:
    for prefix in ("", "float ", "compare "):
        if name.startswith(prefix) and name.removeprefix(prefix) in _FUNCTIONS:
            return _FUNCTIONS[name.removeprefix(prefix)]
    if name.startswith("str."):
        method = name[4:].partition(" ")[0]
        found: Callable[..., Any] | None = getattr(str, method, None)
        if found is not None:
            return found
    if name.startswith("format "):
        conversions: dict[str, Callable[[object], object]] = {
            "-1": lambda value: value,
            "115": str,
            "114": repr,
            "97": ascii,
        }
        convert = conversions[name[7:]]
        return lambda value, spec: format(convert(value), spec)
    raise NotWrittenOut


def unescaped(text: str) -> str:
    """The solver writes characters that are not plain as escapes."""
    parts = text.split("\\u{")
    result = parts[0]
    for part in parts[1:]:
        digits, _, rest = part.partition("}")
        result += chr(int(digits, 16)) + rest
    return result


def float_of(value: Any) -> float:
    """The float that a numeral of the solver stands for."""
    if value.isNaN():
        return float("nan")
    if value.isInf():
        return float("-inf") if value.isNegative() else float("inf")
    if value.isZero():
        return -0.0 if value.isNegative() else 0.0
    mantissa = value.significand_as_long()
    exponent = value.exponent_as_long(biased=True)
    whole = (2**52 + mantissa) if exponent else mantissa
    size = float(whole) * 2.0 ** ((exponent or 1) - 1075)
    return -size if value.isNegative() else size


def is_written_out(value: Value) -> bool:
    """Say whether a value is known to the last digit."""
    try:
        python_value(value)
    except NotWrittenOut:
        return False
    return not isinstance(value, Opaque)


# --- unknown --------------------------------------------------------------------------------------

# What is known of an operation of which nothing is known?
#
# It depends on its operands and on the state of the world, may raise, and may change the world.
# The same operation on the same operands in the same world does the same in both versions.


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
    return concatenated(*(z3.Unit(V.str(text(str(item)).term)) for item in items))


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


# --- concrete values ------------------------------------------------------------------------------

# How do arguments that are written out become values of the programs?


def written(context: Context, value: object) -> Value:
    """An argument as a value of the programs; a list or a dict becomes an object of the heap."""
    if isinstance(value, tuple):
        return Tuple(tuple(written(context, item) for item in value))
    if isinstance(value, list):
        units = (z3.Unit(_plain_term(context, item)) for item in value)
        return context.make(ListObject(concatenated(*units)))
    if isinstance(value, dict):
        content, kinds = EMPTY_DICT, set()
        for key, item in value.items():
            kinds.add(key_type(constant(key)))
            content = with_item(content, _plain_term(context, key), _plain_term(context, item))
        if len(kinds) > 1 or "" in kinds:
            raise NotWrittenOut
        return context.make(DictObject(content, *kinds) if kinds else DictObject(content, ""))
    made = constant(value)
    if isinstance(made, Opaque):
        raise NotWrittenOut
    return made


def _plain_term(context: Context, value: object) -> Term:
    made = written(context, value)
    if isinstance(made, Local):
        raise NotWrittenOut
    return context.term_of(made)
