"""What may a condition call? What changes nothing, and is known to end."""

from __future__ import annotations

import builtins
import datetime
import difflib
from collections import deque
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

#: Builtins that conditions may call; each has a bounded twin in `_calls`.
BUILTINS = frozenset(
    [
        "abs",
        "all",
        "any",
        "bool",
        "chr",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "frozenset",
        "getattr",
        "hasattr",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "ord",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "type",
        "zip",
    ]
)
#: Builtins that conditions may name as types.
TYPES = frozenset(
    [
        "bool",
        "bytearray",
        "bytes",
        "complex",
        "dict",
        "float",
        "frozenset",
        "int",
        "list",
        "object",
        "range",
        "set",
        "slice",
        "str",
        "tuple",
        "type",
    ]
)
#: Why other builtins are not for conditions, where there is more to say than that.
REFUSED_BUILTINS = {
    "hash": "hashes may differ between the two versions",
    "id": "identities may differ between the two versions",
    "print": "it writes output",
    "open": "it opens a file",
    "input": "it reads from the terminal",
    "exec": "it runs code",
    "eval": "it runs code",
    "compile": "it creates code",
    "setattr": "it changes an object",
    "delattr": "it changes an object",
    "next": "it advances an iterator",
    "iter": "reading an iterator advances it",
    "breakpoint": "it stops the program",
    "exit": "it ends the program",
    "quit": "it ends the program",
    "globals": "it exposes state that can be changed",
    "locals": "it exposes state that can be changed",
    "vars": "it exposes state that can be changed",
    "__import__": "it runs code",
}


def _methods(*kinds: type) -> frozenset[str]:
    """The methods of types, by their names."""
    return frozenset(
        name
        for kind in kinds
        for name in dir(kind)
        if not name.startswith("_") and callable(getattr(kind, name))
    )


#: Methods of builtin values that change nothing and are quick, by type.
METHODS: dict[type, frozenset[str]] = {
    str: _methods(str) - {"format", "format_map", "maketrans", "translate"},
    bytes: _methods(bytes)
    - {"capitalize", "center", "expandtabs", "fromhex", "istitle", "ljust", "maketrans", "rjust"}
    - {"swapcase", "title", "translate", "zfill"},
    list: frozenset({"copy", "count", "index"}),
    tuple: _methods(tuple),
    dict: frozenset({"copy", "get", "items", "keys", "values"}),
    set: _methods(frozenset),
    frozenset: _methods(frozenset),
    int: frozenset({"bit_length", "conjugate"}),
    float: frozenset({"is_integer", "hex"}),
    range: _methods(range),
}
#: Methods of dates and decimals that change nothing.
LIBRARY_METHODS = frozenset(
    [
        "date",
        "time",
        "isoformat",
        "weekday",
        "isoweekday",
        "total_seconds",
        "toordinal",
        "is_nan",
        "is_finite",
        "is_zero",
        "is_infinite",
        "is_signed",
        "as_tuple",
        "limit_denominator",
    ]
)
ALL_METHODS = frozenset().union(*METHODS.values()) | LIBRARY_METHODS
#: Of builtin collections, files, generators.
MUTATING_METHODS = frozenset(
    (_methods(list, dict, set, deque) | {"write", "writelines", "close", "send", "throw"})
    - ALL_METHODS
    - {"fromkeys"}
)
#: Functions of the standard library that conditions may call, by dotted name.
MATHEMATICS = frozenset(
    [
        "ceil",
        "copysign",
        "exp",
        "fabs",
        "floor",
        "gcd",
        "hypot",
        "isclose",
        "isfinite",
        "isinf",
        "isnan",
        "log",
        "log10",
        "log2",
        "sqrt",
        "trunc",
    ]
)
MATHEMATICAL_CONSTANTS = frozenset({"pi", "e", "inf", "nan", "tau"})
#: Types of the standard library that conditions may make values of, by dotted name.
CONSTRUCTORS: dict[str, type] = {
    "decimal.Decimal": Decimal,
    "fractions.Fraction": Fraction,
    "datetime.date": datetime.date,
    "datetime.datetime": datetime.datetime,
    "datetime.time": datetime.time,
    "datetime.timedelta": datetime.timedelta,
}
#: What only conditions can call.
LANGUAGE_FUNCTIONS = frozenset({"prev", "old", "implies"})
OUTCOMES = frozenset({"result", "exc"})
#: A parameter may be called as the last of them is.
LANGUAGE_VALUES = OUTCOMES | {"effects"}
LANGUAGE_NAMES = LANGUAGE_FUNCTIONS | LANGUAGE_VALUES


def is_library_function(dotted: str) -> bool:
    """Whether conditions may call what an import brings."""
    module, _, name = dotted.rpartition(".")
    return (module == "math" and name in MATHEMATICS) or dotted in CONSTRUCTORS


def is_exception(name: str) -> bool:
    """Whether a builtin is an exception."""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def is_builtin(name: str) -> bool:
    """Whether Python itself brings the name."""
    return hasattr(builtins, name)


def nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """A hint that goes on after a message: "; did you mean `total`?", or nothing."""
    near = difflib.get_close_matches(name, sorted(set(known)), n=1, cutoff=likeness)
    return f"; did you mean `{near[0]}`?" if near else ""
