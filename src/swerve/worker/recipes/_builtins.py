"""Which recipes do values of builtin types have?"""

from __future__ import annotations

from _io import BytesIO, StringIO
from collections.abc import Callable
from gc import get_referents
from itertools import count
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    GeneratorType,
    TracebackType,
)
from typing import Any

from ..core.identity import identity
from ..inventory._looking import MISSING, raw_attribute
from ..snapshot._classes import is_made_in_c
from . import building as recipe
from ._parts import NoRecipe, Part, attempt, is_value, twin_of
from ._reading import PLAIN_A_PART, Never, Reading, seen

_PLAIN = frozenset(map(identity, (type(None), bool, int, float, str)))
_CONSTANTS = frozenset((*_PLAIN, identity(bytes), identity(complex)))
_NEVER_KINDS = (AsyncGeneratorType, CodeType, CoroutineType, FrameType, GeneratorType)
_NEVER = frozenset(map(identity, (*_NEVER_KINDS, TracebackType, memoryview, super)))
#: Shorter lists are read item by item.
_MANY = 8
#: Up to so many members of a set are looked at to find their order.
_FEW = 50


def by_refusing(reading: Reading, value: Any) -> None:
    """Stop at what lives in its process alone, or moves when it is looked at."""
    kind = type(value)
    if identity(kind) in _NEVER:
        raise Never("it cannot be anywhere else")
    is_known = kind is StringIO or kind is BytesIO or kind is count
    if is_made_in_c(kind) and not is_known and raw_attribute(kind, "__next__") is not MISSING:
        raise Never("an iterator")


def is_builtin(kind: type) -> bool:
    """Say whether values of exactly this type are read here."""
    return identity(kind) in _READERS


def by_builtin(reading: Reading, value: Any) -> Part | None:
    """Read a value whose type is exactly a builtin one."""
    read = _READERS.get(identity(type(value)))
    return None if read is None else read(reading, value)


def _bytes(reading: Reading, value: bytes) -> Part:
    reading.spend_text(len(value))
    return Part(recipe.written_bytes(value), value, is_value=True)


def _complex(reading: Reading, value: complex) -> Part:
    return Part([recipe.COMPLEX, value.real, value.imag], value, is_value=True)


def _ellipsis(reading: Reading, value: Any) -> Part:
    return Part([recipe.ELLIPSIS], value, is_value=True)


def _list(reading: Reading, value: list[Any]) -> Part:
    if len(value) > _MANY and _are_plain(value):
        _spend_plain(reading, value)
        return Part([recipe.LITERAL, value.copy()], value.copy())
    items: list[Any] = []
    twin: list[Any] = []
    part = Part([recipe.LIST, items], twin)
    reading.begin(value, part)
    for item in value.copy():
        items.append(reading.part(item))
        twin.append(twin_of(items[-1]))
    return part


def _are_plain(values: list[Any]) -> bool:
    return {*map(identity, map(type, values))} <= _PLAIN and all(
        type(each) is not int or -recipe.LARGEST_PLAIN < each < recipe.LARGEST_PLAIN
        for each in values
    )


def _spend_plain(reading: Reading, values: list[Any]) -> None:
    reading.spend(len(values) // PLAIN_A_PART)
    reading.spend_text(sum(len(each) for each in values if type(each) is str))


def _tuple(reading: Reading, value: tuple[Any, ...]) -> Part:
    items = reading.parts(value)
    return Part(
        [recipe.TUPLE, items], tuple(map(twin_of, items)), is_value=all(map(is_value, items))
    )


def _dict(reading: Reading, value: dict[Any, Any]) -> Part:
    entries: list[Any] = []
    twin: dict[Any, Any] = {}
    part = Part([recipe.DICT, entries], twin)
    reading.begin(value, part)
    for key, held in [*value.items()]:
        entry = [reading.part(key), reading.part(held)]
        entries.append(entry)
        attempt(twin.__setitem__, *map(twin_of, entry))
    if len(twin) != len(value):
        raise NoRecipe("keys that are equal by now")
    return part


def _set(reading: Reading, value: set[Any]) -> Part:
    items: list[Any] = []
    twin: set[Any] = set()
    part = Part([recipe.SET, items], twin)
    reading.begin(value, part)
    for item in _in_order(reading, [*value]):
        items.append(reading.part(item))
        attempt(twin.add, twin_of(items[-1]))
    return part


def _frozenset(reading: Reading, value: frozenset[Any]) -> Part:
    items = reading.parts(_in_order(reading, [*value]))
    twin = attempt(frozenset, [*map(twin_of, items)])
    return Part([recipe.FROZENSET, items], twin, is_value=all(map(is_value, items)))


def _in_order(reading: Reading, values: list[Any]) -> list[Any]:
    """Order the items of a set, whose own order changes from run to run."""
    if all(map(_is_constant, values)):
        values.sort(key=_order)
        if not {*map(identity, map(type, values))} <= _CONSTANTS:
            reading.holds_loose_set = True
        return values
    reading.holds_loose_set = True
    if len(values) <= _FEW:
        values.sort(key=lambda value: seen([("", value)]))
    return values


def _is_constant(value: Any) -> bool:
    if type(value) is tuple:
        return {*map(identity, map(type, value))} <= _CONSTANTS
    return identity(type(value)) in _CONSTANTS


def _order(value: Any) -> tuple[str, Any]:
    kind = type(value)
    return kind.__name__, (value, "") if kind is int or kind is bool else (0, repr(value))


def _bytearray(reading: Reading, value: bytearray) -> Part:
    content = [_bytes(reading, bytes(value))] if value else []
    return reading.call(reading.named(("builtins", "bytearray"), bytearray), content)


def _stretch(reading: Reading, value: Any) -> Part:
    """Read a range or a slice, without what goes without saying."""
    kind = type(value)
    start, step = (0, 1) if kind is range else (None, None)
    arguments = [value.start, value.stop, value.step]
    if _is_same(value.step, step):
        del arguments[2]
        if _is_same(value.start, start):
            del arguments[0]
    function = reading.named(("builtins", kind.__name__), kind)
    return reading.value_call(function, reading.parts(arguments))


def _is_same(value: Any, number: int | None) -> bool:
    return value is number or (type(value) is int and value == number)


def _count(reading: Reading, value: Any) -> Part:
    """Read an endless count, where it stands, by what it says: it is not moved."""
    said = repr(value)[len("count(") : -1]
    if not all(type(each) is int for each in get_referents(value) if each is not count):
        raise NoRecipe("it counts something other than a number")
    numbers = [int(each) for each in said.split(", ")]
    return reading.call(reading.named(("itertools", "count"), count), reading.parts(numbers))


def _view(method: str) -> Callable[[Reading, Any], Part]:
    """Return the reader of what a dictionary shows of itself."""

    def read(reading: Reading, value: Any) -> Part:
        (shown,) = get_referents(value)
        return reading.call(reading.attribute(reading.part(shown), method), [])

    return read


def _not_implemented(reading: Reading, value: Any) -> Part:
    return reading.named(("builtins", "NotImplemented"), value)


#: By the id of a type: its metaclass may have a word in how it is hashed.
_READERS: dict[int, Callable[[Reading, Any], Part]] = {
    identity(kind): read
    for kind, read in (
        (bytes, _bytes),
        (complex, _complex),
        (type(...), _ellipsis),
        (list, _list),
        (tuple, _tuple),
        (dict, _dict),
        (set, _set),
        (frozenset, _frozenset),
        (bytearray, _bytearray),
        (range, _stretch),
        (slice, _stretch),
        (count, _count),
        (type({}.keys()), _view("keys")),
        (type({}.values()), _view("values")),
        (type({}.items()), _view("items")),
        (type(NotImplemented), _not_implemented),
    )
}


def by_being_there(reading: Reading, value: Any) -> Part | None:
    """Make a bare object, whose name nobody knows."""
    if type(value) is not object:
        return None
    return reading.call(reading.named(("builtins", "object"), object), [])
