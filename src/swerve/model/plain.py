"""How do values become plain data, which JSON can hold, and how are they read back?

A dataclass is an object with its fields, where `is_x` goes by the name `x`. An enum is its value,
tuples and sets are lists, bytes are base64, and a path is its text. Reading believes nothing: what
does not fit the annotations of a class is refused.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import partial, reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
#: Makes a value of plain data. Raises `BadData`, or another `ValueError`.
Reading: TypeAlias = Callable[[Any], Any]


class BadData(ValueError):
    """The data is not what it should be; the message says why, as the end of a sentence."""


def plain(value: Any, *names: str) -> Any:
    """Return a value as plain data; of an object, the attributes that are named, in that order."""
    if names:
        return {_key(name): plain(getattr(value, name)) for name in names}
    if isinstance(value, (str, int, float, NoneType)) and not isinstance(value, Enum):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, (frozenset, set)):
        return sorted(map(plain, value))
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if is_dataclass(value):
        return plain(value, *(each.name for each in fields(value)))
    return str(value)


def json_from(data: str | bytes) -> Any:
    """Read JSON text; `BadData` for anything else, however deep it is nested."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadData("is not JSON") from error


class _Member(NamedTuple):
    """A field of a class, and how it is read."""

    name: str
    key: str
    read: Reading
    is_required: bool


class Reader:
    """Makes values of plain data, by the annotations of their classes."""

    def __init__(self, special: Mapping[Any, Reading] | None = None) -> None:
        """`special` says how types are read that plain data holds in another way."""
        self._readings: dict[Any, Reading] = {**_SCALARS, **(special or {})}
        self._members: dict[type, tuple[_Member, ...]] = {}

    def read(self, kind: type[T], data: object) -> T:
        """Make a value of a type."""
        made: T = self._reading(kind)(data)
        return made

    def from_object(self, kind: type[T], data: Any, **given: Any) -> T:
        """Make a value of the members of an object, except for fields that are `given`."""
        members = _members_in(data)
        for name, key, read, is_required in self._members_of(kind):
            if name in given:
                continue
            if key in members:
                given[name] = read(members[key])
            elif is_required:
                raise BadData(f"lacks {key!r}")
        return kind(**given)

    def from_row(self, kind: type[T], data: Sequence[Any]) -> T:
        """Make a value of its fields, in their order."""
        members = self._members_of(kind)
        if len(data) != len(members):
            raise BadData(f"has {len(data)} parts instead of {len(members)}")
        return kind(*[member.read(each) for member, each in zip(members, data, strict=True)])

    def _members_of(self, kind: type) -> tuple[_Member, ...]:
        if kind not in self._members:
            types = get_type_hints(kind)
            self._members[kind] = tuple(
                _Member(
                    each.name,
                    _key(each.name),
                    self._reading(types[each.name]),
                    each.default is MISSING and each.default_factory is MISSING,
                )
                for each in fields(kind)
            )
        return self._members[kind]

    def _reading(self, kind: Any) -> Reading:
        if kind not in self._readings:
            self._readings[kind] = self._made(kind)
        return self._readings[kind]

    def _made(self, kind: Any) -> Reading:
        origin, parts = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType) and NoneType in parts:
            inner = self._reading(reduce(or_, (each for each in parts if each is not NoneType)))
            return lambda data: None if data is None else inner(data)
        if origin is tuple and parts[-1] is not ...:
            return partial(_each, [self._reading(each) for each in parts])
        if origin in (tuple, frozenset):
            inner = self._reading(parts[0])
            return lambda data: origin([inner(each) for each in listed(data)])
        if origin is Mapping:
            inner = self._reading(parts[1])
            return lambda data: {key: inner(each) for key, each in _members_in(data).items()}
        if isinstance(kind, type) and issubclass(kind, Enum):
            return kind
        if isinstance(kind, type) and is_dataclass(kind):
            return partial(self.from_object, kind)
        return partial(_refuse, kind)


def listed(data: Any) -> list[Any]:
    """The data, where it is a list."""
    if type(data) is not list:
        raise _unlike("a list", data)
    return data


def _members_in(data: Any) -> dict[str, Any]:
    if type(data) is not dict:
        raise _unlike("an object", data)
    return data


def _each(readings: Sequence[Reading], data: Any) -> tuple[Any, ...]:
    if len(listed(data)) != len(readings):
        raise BadData(f"has {len(data)} parts instead of {len(readings)}")
    return tuple([read(each) for read, each in zip(readings, data, strict=True)])


def _refuse(kind: Any, data: object) -> None:
    raise TypeError(f"no way to read {kind} from plain data is known")


def _key(name: str) -> str:
    return name.removeprefix("is_")


def _exactly(kind: type) -> Reading:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise _unlike(kind.__name__, data)
        return data

    return read


def _number(data: Any) -> float:
    if type(data) not in (int, float):
        raise _unlike("a number", data)
    try:
        return float(data)
    except OverflowError as error:
        raise BadData("has a number that is too large") from error


def _unlike(wanted: str, data: object) -> BadData:
    return BadData(f"has {type(data).__name__} instead of {wanted}")


_TEXT = _exactly(str)
_SCALARS: dict[Any, Reading] = {
    **{kind: _exactly(kind) for kind in (str, int, bool, NoneType)},
    float: _number,
    bytes: lambda data: base64.b64decode(_TEXT(data), validate=True),
    Path: lambda data: Path(_TEXT(data)),
    object: lambda data: data,
}
