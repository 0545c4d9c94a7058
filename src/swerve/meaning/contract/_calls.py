"""What do the functions and methods give that a clause may call? Python's answer, bounded."""

from __future__ import annotations

import ast
import collections.abc
import datetime
import math
import numbers
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

from ._budget import CannotTell, ClauseBudget, checked_integer
from ._classes import Classes
from ._operators import binary, equal
from ._purity import CONSTRUCTORS, LIBRARY_METHODS, METHODS
from ._things import Hidden, Reference, Thing, computable, plain, type_name

#: Columns that a text is filled up to, and digits that a number is rounded to.
_MOST_WIDTH = 10_000
_MOST_DIGITS = 400
_EXPONENT = re.compile(r"[eE][+-]?([\d_]+)")
_CODECS = ("utf-8", "utf8", "ascii", "latin-1")
_FIELDS = {
    datetime.datetime: ("year", "month", "day", "hour", "minute", "second", "microsecond"),
    datetime.date: ("year", "month", "day"),
    datetime.time: ("hour", "minute", "second", "microsecond"),
    datetime.timedelta: ("days", "seconds", "microseconds"),
    Fraction: ("numerator", "denominator"),
    complex: ("real", "imag"),
    int: ("real", "imag", "numerator", "denominator"),
    float: ("real", "imag"),
    range: ("start", "stop", "step"),
}


def _is_large(exponent: str) -> bool:
    return int(exponent.replace("_", "") or "0") > _MOST_DIGITS


class Calls:
    """The functions of one evaluation, with what they may take."""

    def __init__(self, budget: ClauseBudget, classes: Classes) -> None:
        self._budget = budget
        self._classes = classes

    # --- items ----------------------------------------------------------------------------------

    def items(self, value: Any) -> Iterator[Any]:
        """What iterating over a value gives, a step each."""
        value = plain(value)
        if isinstance(value, Thing):
            raise TypeError(f"what a `{value.type}` iterates over depends on its own code")
        if isinstance(value, Reference):
            raise TypeError(f"`{value.name}` cannot be iterated over here")
        return self._counted(iter(value))

    def _counted(self, values: Iterator[Any]) -> Iterator[Any]:
        for each in values:
            self._budget.spend()
            yield each

    def listed(self, value: Any) -> list[Any]:
        """All items."""
        found = list(self.items(value))
        self._budget.make(len(found))
        return found

    def truth(self, value: Any) -> bool:
        """Whether a value is true."""
        if isinstance(value, Hidden) and value.length > 0 and value.type != "code":
            return True
        return bool(value)

    # --- functions ------------------------------------------------------------------------------

    def function(self, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        """Call a builtin."""
        method = getattr(self, f"_{name}", None)
        if method is None:
            raise TypeError(f"`{name}` cannot be called here")
        return checked_integer(method(*arguments, **named))

    def library(self, dotted: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        """Call a function of the standard library."""
        values = [plain(each) for each in arguments]
        if dotted.startswith("math."):
            for each in values:
                if not isinstance(each, (int, float)):
                    raise TypeError(f"`{dotted}` takes numbers here")
            return getattr(math, dotted.removeprefix("math."))(*values, **named)
        make = CONSTRUCTORS.get(dotted)
        if make is None:
            raise TypeError(f"`{dotted}` cannot be called here")
        for each in (*values, *named.values()):
            if isinstance(each, str) and len(each) > _MOST_DIGITS:
                raise CannotTell("a number is written with too many characters")
            if isinstance(each, str) and any(map(_is_large, _EXPONENT.findall(each))):
                raise CannotTell("a number is too large")
        return make(*values, **named)

    def _len(self, value: Any) -> int:
        if isinstance(value, Hidden) and value.length >= 0:
            return value.length
        value = plain(value)
        if isinstance(value, Thing):
            raise TypeError(f"the length of a `{value.type}` depends on its own code")
        return len(value)

    def _abs(self, value: Any) -> Any:
        return abs(computable(value))

    def _all(self, value: Any) -> bool:
        return all(self.truth(each) for each in self.items(value))

    def _any(self, value: Any) -> bool:
        return any(self.truth(each) for each in self.items(value))

    def _bool(self, value: Any = False) -> bool:
        return self.truth(value)

    def _chr(self, value: Any) -> str:
        return chr(computable(value))

    def _ord(self, value: Any) -> int:
        return ord(computable(value))

    def _dict(self, value: Any = (), **named: Any) -> dict[Any, Any]:
        value = plain(value)
        if isinstance(value, dict):
            self._budget.make(len(value))
            return {**value, **named}
        return dict(self._keyed([(*self.listed(each),) for each in self.items(value)]), **named)

    def _keyed(self, pairs: list[tuple[Any, ...]]) -> list[tuple[Any, Any]]:
        for pair in pairs:
            if len(pair) != 2:
                raise ValueError("a dict entry must have a key and a value")
            self._budget.weigh(pair[0])
        return [(pair[0], pair[1]) for pair in pairs]

    def _divmod(self, left: Any, right: Any) -> tuple[Any, Any]:
        quotient = binary(ast.FloorDiv(), left, right, self._budget)
        return quotient, binary(ast.Mod(), left, right, self._budget)

    def _enumerate(self, value: Any, start: int = 0) -> Iterator[tuple[int, Any]]:
        return enumerate(self.items(value), start)

    def _float(self, value: Any = 0.0) -> float:
        value = computable(value)
        if isinstance(value, str) and len(value) > _MOST_DIGITS:
            raise CannotTell("a number is written with too many characters")
        return float(value)

    def _frozenset(self, value: Any = ()) -> frozenset[Any]:
        return frozenset(self._set(value))

    def _set(self, value: Any = ()) -> set[Any]:
        found = self.listed(value)
        self._budget.weigh(found)
        return set(found)

    def _getattr(self, value: Any, name: Any, *default: Any) -> Any:
        try:
            return self.attribute(value, str(plain(name)))
        except AttributeError:
            if default:
                return default[0]
            raise

    def _hasattr(self, value: Any, name: Any) -> bool:
        try:
            self.attribute(value, str(plain(name)))
        except AttributeError:
            return False
        return True

    def _int(self, value: Any = 0, *base: Any) -> int:
        value = computable(value)
        if isinstance(value, Decimal) and value.is_finite() and value.adjusted() > _MOST_WIDTH:
            raise CannotTell("the decimal is too large to be an integer")
        if isinstance(value, (str, bytes)) and len(value) > 4_000:
            raise CannotTell("a number is written with too many characters")
        return int(value, *base)

    def _isinstance(self, value: Any, wanted: Any) -> bool:
        if isinstance(wanted, tuple):
            return any(self._isinstance(value, each) for each in wanted)
        if not isinstance(wanted, Reference):
            raise TypeError("the second argument of `isinstance` must be a class")
        kind = CONSTRUCTORS.get(wanted.name) or _abstract(wanted.name)
        if isinstance(kind, type) and not isinstance(value, (Thing, Hidden, Reference)):
            return isinstance(value, kind)
        is_exception = isinstance(value, Thing) and value.is_exception
        answer = self._classes.is_instance(type_name(value), wanted.name, is_exception=is_exception)
        content = value.content if isinstance(value, Thing) else None
        if answer is None and content is not None:
            # A subclass of `list` holds a list; what else it derives from is not known.
            answer = self._classes.is_instance(type_name(content), wanted.name) or None
        if answer is None:
            raise CannotTell(f"the bases of `{type_name(value)}` are not known")
        return answer

    def _list(self, value: Any = ()) -> list[Any]:
        return self.listed(value)

    def _tuple(self, value: Any = ()) -> tuple[Any, ...]:
        return tuple(self.listed(value))

    def _max(self, *values: Any, key: Any = None, **named: Any) -> Any:
        return max(self._candidates(values), key=key, **named)

    def _min(self, *values: Any, key: Any = None, **named: Any) -> Any:
        return min(self._candidates(values), key=key, **named)

    def _candidates(self, values: tuple[Any, ...]) -> list[Any]:
        found = self.listed(values[0]) if len(values) == 1 else list(values)
        self._budget.weigh(found)
        return [plain(each) for each in found]

    def _range(self, *bounds: Any) -> range:
        return range(*(plain(each) for each in bounds))

    def _repr(self, value: Any) -> str:
        return self._text(value, repr)

    def _str(self, value: Any = "") -> str:
        if isinstance(value, Thing) and value.is_exception:
            return self._message(value)
        if isinstance(value, Thing) and value.type.startswith("pathlib."):
            return self._text(value.inner, str)
        return self._text(value, str)

    def _reversed(self, value: Any) -> list[Any]:
        return self.listed(value)[::-1]

    def _round(self, value: Any, digits: Any = None) -> Any:
        if isinstance(digits, int) and abs(digits) > _MOST_DIGITS:
            raise CannotTell("too many digits")
        value = computable(value)
        if isinstance(value, Decimal) and value.is_finite() and value.adjusted() > _MOST_WIDTH:
            raise CannotTell("the decimal is too large to be rounded")
        return round(value) if digits is None else round(value, digits)

    def _sorted(self, value: Any, key: Any = None, reverse: Any = False) -> list[Any]:
        found = self.listed(value)
        self._budget.weigh(found)
        return sorted(found, key=key, reverse=self.truth(reverse))

    def _sum(self, value: Any, start: Any = 0) -> Any:
        values = [plain(each) for each in self.listed(value)]
        if all(isinstance(each, (int, float)) for each in (start, *values)):
            return sum(values, start)  # from Python 3.12 on more precise than adding one by one
        total = start
        for each in values:
            total = binary(ast.Add(), total, each, self._budget)
        return total

    def _type(self, value: Any) -> Reference:
        return Reference(type_name(value))

    def _zip(self, *values: Any, strict: Any = False) -> Iterator[tuple[Any, ...]]:
        return zip(*(self.items(each) for each in values), strict=bool(strict))

    # --- texts ----------------------------------------------------------------------------------

    def _text(self, value: Any, write: Callable[[Any], str]) -> str:
        value = plain(value)
        self._budget.weigh(value)
        self._check_writable(value)
        text = write(value)
        self._budget.make(len(text))
        return text

    def _check_writable(self, value: Any) -> None:
        """Refuse to write what only code of the project knows how to write."""
        waiting = [value]
        while waiting:
            each = waiting.pop()
            if isinstance(each, Hidden):
                each.refuse()
            if isinstance(each, (Thing, Reference)):
                name = each.type if isinstance(each, Thing) else each.name
                raise CannotTell(f"how a `{name}` is written depends on its own code")
            if isinstance(each, dict):
                waiting.extend(chain(each.keys(), each.values()))
            elif isinstance(each, (list, tuple, set, frozenset)):
                waiting.extend(each)

    def _message(self, error: Thing) -> str:
        """`str` of an exception, as Python writes it; own `__str__` methods are not seen."""
        if {"errno", "strerror"} <= {*error.fields} and error.field("strerror") is not None:
            told = f"[Errno {error.field('errno')}] {error.field('strerror')}"
            name = error.field("filename") if "filename" in error.fields else None
            return told if name is None else f"{told}: {self._repr(name)}"
        arguments = error.field("args")
        if not isinstance(arguments, tuple):
            raise CannotTell("the arguments of an exception could not be captured")
        if not arguments:
            return ""
        if len(arguments) == 1:
            as_key = self._classes.is_instance(error.type, "KeyError", is_exception=True)
            return self._repr(arguments[0]) if as_key else self._str(arguments[0])
        return self._repr(arguments)

    def formatted(self, value: Any, conversion: int, spec: str) -> str:
        """One part of an f-string."""
        if conversion == ord("r"):
            value = self._repr(value)
        elif conversion == ord("s") or not spec or isinstance(value, Thing):
            value = self._str(value)
        if conversion == ord("a"):
            value = ascii(self._str(value))
        if not spec:
            return str(value)
        value = plain(value)
        numbers = "".join(each if each.isdigit() else " " for each in spec).split()
        if any(int(number[:9]) > _MOST_WIDTH for number in numbers):
            raise CannotTell("a string is padded to too many characters")
        if isinstance(value, Decimal) and abs(value.adjusted()) > _MOST_WIDTH:
            raise CannotTell("the decimal is too large to be written out")
        self._check_writable(value)
        text = format(value, spec)
        self._budget.make(len(text))
        return text

    # --- attributes and methods -----------------------------------------------------------------

    def attribute(self, value: Any, name: str) -> Any:
        """Read an attribute that a value holds."""
        if isinstance(value, Hidden):
            value.refuse()
        if name == "__class__":
            return Reference(type_name(value))
        if isinstance(value, Reference):
            last = value.name.rpartition(".")[2]
            return (
                last
                if name in ("__name__", "__qualname__")
                else Reference(f"{value.name}.{name}", "object")
            )
        if isinstance(value, Thing):
            if name == "__cause__" and name not in value.fields:
                return None
            return value.field(name)
        for kind, names in _FIELDS.items():
            if isinstance(value, kind) and name in names:
                return getattr(value, name)
        raise AttributeError(f"`{type_name(value)}` has no attribute `{name}`")

    def method(self, value: Any, name: str, arguments: list[Any], named: dict[str, Any]) -> Any:
        """Call a method that changes nothing."""
        value = plain(value)
        if isinstance(value, Thing):
            raise AttributeError(
                f"`{name}` of a `{value.type}` is code of the project, which clauses do not run"
            )
        if isinstance(value, tuple(CONSTRUCTORS.values())) and name in LIBRARY_METHODS:
            return getattr(value, name)(*arguments, **named)
        known = next((each for kind, each in METHODS.items() if isinstance(value, kind)), None)
        if known is None or name not in known:
            raise AttributeError(f"`{type_name(value)}` has no method `{name}` for clauses")
        arguments = [plain(each) for each in arguments]
        if isinstance(value, (str, bytes)):
            return self._text_method(value, name, arguments, named)
        if isinstance(value, dict):
            found = getattr(value, name)(*self._weighed(arguments), **named)
            return found if name in ("get", "copy") else self.listed(found)
        if isinstance(value, (set, frozenset)):
            others = [self._set(each) for each in arguments]
            self._budget.make(len(value))
            return getattr(value, name)(*others)
        if isinstance(value, (list, tuple)):
            return self._list_method(value, name, arguments)
        return getattr(value, name)(*arguments, **named)

    def _weighed(self, arguments: list[Any]) -> list[Any]:
        for each in arguments:
            self._budget.weigh(each)
        return arguments

    def _list_method(self, value: Any, name: str, arguments: list[Any]) -> Any:
        self._budget.weigh(value)
        if name == "copy":
            return list(value)
        wanted, *bounds = arguments
        places = range(len(value))[slice(*bounds)] if bounds else range(len(value))
        found = [at for at in places if equal(value[at], wanted, self._budget)]
        if name == "count":
            return len(found)
        if not found:
            raise ValueError("the value is not in the list")
        return found[0]

    def _text_method(
        self, value: Any, name: str, arguments: list[Any], named: dict[str, Any]
    ) -> Any:
        self._budget.make(len(value))
        if name in ("center", "ljust", "rjust", "zfill", "expandtabs"):
            if any(isinstance(each, int) and each > _MOST_WIDTH for each in arguments):
                raise CannotTell("a string is padded to too many characters")
            if name == "expandtabs":
                self._budget.make(value.count("\t") * _MOST_WIDTH)
        elif name == "replace" and len(arguments) > 1:
            self._budget.make((value.count(arguments[0]) + 1) * len(arguments[1]))
        elif name == "join":
            parts = [plain(each) for each in self.items(arguments[0])]
            self._budget.make(sum(len(value) + len(each) for each in parts))
            return value.join(parts)
        elif name in ("encode", "decode") and arguments and arguments[0].lower() not in _CODECS:
            raise ValueError(f"the encoding `{arguments[0]}` is not part of the language")
        return getattr(value, name)(*arguments, **named)


def _abstract(dotted: str) -> object:
    """An abstract class of the standard library, which builtin values are instances of."""
    module, _, name = dotted.rpartition(".")
    family = {"collections.abc": collections.abc, "numbers": numbers}.get(module)
    return getattr(family, name, None)
