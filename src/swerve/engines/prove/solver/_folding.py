"""What do operations of Python's own types make of values that are all written out?

Only functions of Python itself run here, on numbers and strings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import z3

from swerve.engines.prove.solver._terms import Term, V
from swerve.engines.prove.solver._values import Bool, Float, Int, Nothing, Opaque, Str, Tuple, Value

#: Larger results are not worth their memory.
_LARGEST = 10**6
_OPERATORS: dict[str, Callable[..., Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "USub": operator.neg,
    "UAdd": operator.pos,
    "Invert": operator.invert,
    "item": operator.getitem,
    "quotient": operator.truediv,
    "float of int": float,
    "int of str": int,
    "text of float": str,
    "compare Eq": operator.eq,
    "compare NotEq": operator.ne,
    "compare Lt": operator.lt,
    "compare LtE": operator.le,
    "compare Gt": operator.gt,
    "compare GtE": operator.ge,
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
    if name in _OPERATORS:
        return _OPERATORS[name]
    if name.startswith("float ") and name[6:] in _OPERATORS:
        return _OPERATORS[name[6:]]
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
