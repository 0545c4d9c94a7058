"""Which conditions and relations do some values suggest? Texts of the language, simplest first."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ._budget import CannotTell
from ._things import Thing

_LONGEST = 80
#: Floats that are closer than this, relative to their size, differ in their last digits only.
_DIGITS = 1e-9
#: Values that are listed one by one.
_MOST_LISTED = 3
_SIZED = (str, bytes, list, tuple, dict, set, frozenset)
_UNARY = (
    *("-prev(result)", "abs(prev(result))", "not prev(result)", "round(prev(result))"),
    *("round(prev(result), 1)", "round(prev(result), 2)", "round(prev(result), 3)"),
    *("str(prev(result))", "int(prev(result))", "float(prev(result))", "list(prev(result))"),
    *("tuple(prev(result))", "set(prev(result))", "sorted(prev(result))"),
    *("prev(result).strip()", "prev(result).lower()", "prev(result).upper()"),
    *("prev(result)[0]", "prev(result)[-1]", "len(prev(result))"),
)
_BINARY = (
    *("prev(result) + {}", "prev(result) - {}", "prev(result) * {}", "{} - prev(result)"),
    *("max(prev(result), {})", "min(prev(result), {})"),
)
_TYPES = (bool, int, float, str, bytes, list, tuple, dict, set)


def literal(text: str) -> bool:
    """Whether a text is a plain value."""
    try:
        ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _written(value: Any) -> str | None:
    """A plain value as Python; `None` for others and for long ones."""
    if isinstance(value, int) and value.bit_length() > 200:
        return None
    if not isinstance(value, (bool, int, float, *_SIZED, type(None))):
        return None
    if isinstance(value, _SIZED) and len(value) > _LONGEST:
        return None
    try:
        text = repr(value)
        is_same = len(text) <= _LONGEST and ast.literal_eval(text) == value
    except (ValueError, SyntaxError, RecursionError, TypeError):
        return None
    return text if is_same else None


def conditions_on(
    name: str, values: Sequence[Any], others: Sequence[Any], *, is_exact: bool | None = None
) -> Iterator[str]:
    """Conditions that hold for `values`, made with a look at the values of `others`."""
    if is_exact is not False:
        yield from _exact(name, values)
    if is_exact is not True:
        yield from _classes(name, values, others)
        yield from _other_than(name, values, others)


def _exact(name: str, values: Sequence[Any]) -> Iterator[str]:
    texts = dict.fromkeys(_written(value) for value in values)
    if None in texts or not texts:
        return
    listed = [text for text in texts if text is not None]
    if listed == ["None"]:
        yield f"{name} is None"
    elif len(listed) == 1:
        yield (
            f"{name} is {listed[0]}" if listed[0] in ("True", "False") else f"{name} == {listed[0]}"
        )
    elif len(listed) <= _MOST_LISTED and not any(isinstance(each, _SIZED[2:]) for each in values):
        yield f"{name} in ({', '.join(listed)})"


def _other_than(name: str, values: Sequence[Any], others: Sequence[Any]) -> Iterator[str]:
    """What all calls that stayed have in common, and these have not."""
    texts = {_written(value) for value in others}
    if len(texts) != 1 or None in texts or len(others) == 1:
        return
    (text,) = texts
    if text not in {_written(value) for value in values}:
        is_one = text in ("None", "True", "False")
        yield f"{name} is not {text}" if is_one else f"{name} != {text}"


def _classes(name: str, values: Sequence[Any], others: Sequence[Any]) -> Iterator[str]:
    if values and all(_is_number(value) for value in values):
        yield from _bounds(name, values, others)
    if values and all(isinstance(value, _SIZED) for value in values):
        lengths = {len(value) for value in values}
        if len(lengths) == 1:
            yield f"len({name}) == {lengths.pop()}"
        else:
            yield f"len({name}) > 0" if 0 not in lengths else f"len({name}) >= 0"
    for kind in _TYPES:
        if values and all(type(value) is kind for value in values):
            yield f"isinstance({name}, {kind.__name__})"


def _bounds(name: str, values: Sequence[Any], others: Sequence[Any]) -> Iterator[str]:
    low, high = min(values), max(values)
    if high < 0:
        yield f"{name} < 0"
    if low > 0:
        yield f"{name} > 0"
    if high <= 0:
        yield f"{name} <= 0"
    if low >= 0:
        yield f"{name} >= 0"
    numbers = [value for value in others if _is_number(value)]
    below = [value for value in numbers if value < low]
    above = [value for value in numbers if value > high]
    if below and _written(low) is not None:
        yield f"{name} >= {_written(low)}"
    if above and _written(high) is not None:
        yield f"{name} <= {_written(high)}"
    if below and above and _written(low) is not None and _written(high) is not None:
        yield f"{_written(low)} <= {name} <= {_written(high)}"


def exactly(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A condition that holds for these values of names alone; empty where they are long."""
    texts = dict.fromkeys(tuple(_written(value) for value in row) for row in rows)
    if not names or not texts or any(None in row for row in texts):
        return ""
    listed = [", ".join(text or "" for text in row) for row in texts]
    if len(names) == 1:
        return f"{names[0]} in [{', '.join(listed)}]"
    return f"({', '.join(names)}) in [{', '.join(f'({row})' for row in listed)}]"


def alike(old: Any, new: Any) -> bool:
    """Whether two values are one but for how they are represented.

    That is what `==` passes over (`1` and `1.0`), and the last digits of floats.
    """
    if isinstance(old, (list, tuple)) and type(old) is type(new):
        return len(old) == len(new) and all(map(alike, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(alike(old[key], new[key]) for key in old)
    is_float = isinstance(old, float) or isinstance(new, float)
    if is_float and _is_number(old) and _is_number(new):
        with suppress(OverflowError):  # of an integer that is beyond all floats
            return math.isclose(old, new, rel_tol=_DIGITS)
    return bool(old == new)


def pair_conditions(
    first: str, second: str, firsts: Sequence[Any], seconds: Sequence[Any]
) -> Iterator[str]:
    """How two parameters are ordered."""
    pairs = [*zip(firsts, seconds, strict=True)]
    if not all(_is_number(a) and _is_number(b) for a, b in pairs):
        return
    if all(a == b for a, b in pairs):
        yield f"{first} == {second}"
    if all(a < b for a, b in pairs):
        yield f"{first} < {second}"
    if all(a > b for a, b in pairs):
        yield f"{first} > {second}"


def relations(
    old: Sequence[Any], new: Sequence[Any], parameters: Mapping[str, Sequence[Any]]
) -> Iterator[str]:
    """Relations that may hold between results; whether they do is for the reader to try."""
    texts = {_written(value) for value in new}
    if len(texts) == 1 and None not in texts:
        (text,) = texts
        yield f"result is {text}" if text in ("None", "True", "False") else f"result == {text}"
    for kind in _TYPES:
        if all(type(value) is kind for value in new) and not any(type(v) is kind for v in old):
            yield f"result == prev(result) and isinstance(result, {kind.__name__})"
    yield from (f"result == {name}" for name in parameters)
    yield from _differences(old, new)
    yield from (f"result == {text}" for text in _UNARY)
    for name in parameters:
        yield from (f"result == {text.format(name)}" for text in _BINARY)
    yield from _multiples(old, new, parameters)
    yield from _lines("prev(result)", old, new)
    for name, values in parameters.items():
        yield from _lines(name, values, new)
    for kind in _TYPES:
        if all(type(value) is kind for value in new):
            yield f"isinstance(result, {kind.__name__})"
    yield "result is not None"


def _differences(old: Sequence[Any], new: Sequence[Any]) -> Iterator[str]:
    """A constant that is added, or that is multiplied by."""
    if not old or not all(map(_is_number, (*old, *new))):
        return
    added = {b - a for a, b in zip(old, new, strict=True)}
    if len(added) == 1:
        (step,) = added
        text = _written(abs(step))
        if text is not None:
            yield f"result == prev(result) {'-' if step < 0 else '+'} {text}"
    if all(old) and all(b % a == 0 for a, b in zip(old, new, strict=True)):
        factors = {b // a for a, b in zip(old, new, strict=True)}
        if len(factors) == 1:
            yield f"result == prev(result) * {_written(factors.pop())}"


def _multiples(
    old: Sequence[Any], new: Sequence[Any], parameters: Mapping[str, Sequence[Any]]
) -> Iterator[str]:
    """A multiple of a parameter that is added, as one call has it."""
    for name, values in parameters.items():
        rows = zip(old, new, values, strict=True)
        found = (row for row in rows if all(map(_is_int, row)) and row[2])
        for a, b, value in islice(found, 1):
            factor, rest = divmod(b - a, value)
            if not rest and factor:
                yield f"result == prev(result) {'-' if factor < 0 else '+'} {abs(factor)} * {name}"


def _lines(name: str, values: Sequence[Any], new: Sequence[Any]) -> Iterator[str]:
    """`a * x + b` through three points or more: two always lie on a line."""
    points = sorted({(x, y) for x, y in zip(values, new, strict=True) if _is_int(x) and _is_int(y)})
    if len(points) < 3 or not all(map(_is_int, (*values, *new))):
        return
    (x0, y0), (x1, y1) = points[0], points[-1]
    if x0 == x1 or (y1 - y0) % (x1 - x0):
        return
    slope = (y1 - y0) // (x1 - x0)
    shift = y0 - slope * x0
    if all(y == slope * x + shift for x, y in points):
        sign = "-" if shift < 0 else "+"
        shown = "" if not shift else f" {sign} {abs(shift)}"
        yield f"result == {slope} * {name}{shown}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# --- parts ----------------------------------------------------------------------------------------

# Which parts of what a call is given may a condition speak of?


#: Parts of one value that are looked at.
_MOST = 12
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Part:
    """An argument, or something in it: `order.lines`, `options.get('tax')`."""

    name: str
    #: Attributes, and keys of dicts.
    steps: tuple[tuple[str, bool], ...] = ()

    @property
    def text(self) -> str:
        """The part as a condition writes it."""
        written = (f".get({step!r})" if is_key else f".{step}" for step, is_key in self.steps)
        return self.name + "".join(written)

    def of(self, value: Any) -> Any:
        """The part of a value; `KeyError` or `AttributeError` where it has none."""
        for step, is_key in self.steps:
            if is_key:
                if not isinstance(value, dict):
                    raise KeyError(step)
                value = value.get(step)
            elif isinstance(value, Thing):
                value = value.field(step)
            else:
                raise AttributeError(step)
        return value


def parts_in(name: str, values: Sequence[Any]) -> list[Part]:
    """The parts that all these values have; a key counts that some of them have."""
    found: dict[Part, int] = {}
    for value in values:
        for part in _below(Part(name), value):
            found[part] = found.get(part, 0) + 1
    common = [
        part
        for part, count in found.items()
        if count == len(values) or (part.steps and part.steps[-1][1])
    ]
    return common[:_MOST]


def _below(part: Part, value: Any) -> Iterator[Part]:
    if len(part.steps) == _DEPTH:
        return
    steps: list[tuple[str, bool]] = []
    if isinstance(value, dict):
        steps = [(key, True) for key in value if type(key) is str]
    elif isinstance(value, Thing):
        steps = [(field, False) for field in value.fields if field.isidentifier()]
    for step in steps[:_MOST]:
        inner = Part(part.name, (*part.steps, step))
        yield inner
        try:
            below = Part("", (step,)).of(value)
        except (CannotTell, KeyError, AttributeError, RecursionError):
            continue
        yield from _below(inner, below)
