"""What is known about the value of one expression?"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from .classes import CoarseClass, coarse_class_of

#: A value that may come from more places than this is a mixture that says nothing.
_MOST_PATHS = 4
#: Parts of a path; loops over linked things would make it longer without end.
_DEEPEST = 8

#: `[]`, `[3]`, `()` and `{}` at the end of a path.
_UNNAMED = re.compile(r"(?:\[\d*\]|\(\)|\{\})+$")

_NO_CLASSES: frozenset[CoarseClass] = frozenset()


class FlowValue(NamedTuple):
    """A value as the code shows it: where it comes from, and what it is known to be."""

    #: The access paths it may have come from.
    paths: tuple[str, ...] = ()
    #: Its class where the code makes it; with paths, the class it has otherwise.
    classes: frozenset[CoarseClass] = _NO_CLASSES
    constants: tuple[object, ...] = ()
    #: What iterating over it gives, where that is not the element of its paths.
    element: FlowValue | None = None
    #: What unpacking it gives.
    parts: tuple[FlowValue, ...] = ()
    #: Dotted name of what it is: "os.path.join", "len".
    origin: str = ""
    #: The value whose type this is, when `origin` is "type"; whose length or copy, when "len".
    subject: FlowValue | None = None
    #: Whether it is bytes where it is a string.
    is_bytes: bool = False
    #: Whether it is what stands at its path, and not one of several things or made of it.
    is_exact: bool = True


NOTHING = FlowValue()


def of_class(*classes: CoarseClass) -> FlowValue:
    """A value without a path, of known class."""
    return FlowValue(classes=frozenset(classes))


def constant(value: object) -> FlowValue:
    """A literal."""
    return FlowValue(
        classes=frozenset((coarse_class_of(value),)),
        constants=(value,),
        is_bytes=isinstance(value, bytes),
    )


def merged(first: FlowValue, second: FlowValue) -> FlowValue:
    """A value that is one or the other."""
    if first is second or second is NOTHING:
        return first
    if first is NOTHING:
        return second
    paths = first.paths + tuple(path for path in second.paths if path not in first.paths)
    constants = first.constants + tuple(
        value
        for value in second.constants
        if not any(type(value) is type(other) and value == other for other in first.constants)
    )
    return FlowValue(
        paths[:_MOST_PATHS],
        first.classes | second.classes,
        constants[:_MOST_PATHS],
        _merged_element(first, second),
        _merged_parts(first, second),
        first.origin if first.origin == second.origin else "",
        is_bytes=first.is_bytes and second.is_bytes,
        is_exact=first.is_exact and second.is_exact and first[:3] == second[:3],
    )


def _merged_element(first: FlowValue, second: FlowValue) -> FlowValue | None:
    if first.element is None and second.element is None:
        return None
    if (first.paths and first.element is None) or (second.paths and second.element is None):
        return None  # what its paths lead to is what matters
    return merged(first.element or NOTHING, second.element or NOTHING)


def _merged_parts(first: FlowValue, second: FlowValue) -> tuple[FlowValue, ...]:
    if len(first.parts) == len(second.parts):
        return tuple(map(merged, first.parts, second.parts))
    if (first.paths and not first.parts) or (second.paths and not second.parts):
        return ()
    return first.parts or second.parts


def extended(path: str, part: str) -> str | None:
    """A path with one more part; `None` when it would be too long."""
    if path.count(".") + path.count("[") + path.count("(") + path.count("{") >= _DEEPEST:
        return None
    return path + part


def position_of(path: str) -> int | None:
    """Which part of the value before it a path leads to; `None` for any other path."""
    if not path.endswith("]"):
        return None
    inside = path[path.rfind("[") + 1 : -1]
    return int(inside) if inside.isdecimal() else None


def last_name(path: str) -> str:
    """The last identifier or string key of a path."""
    path = _UNNAMED.sub("", path)
    if path.endswith(("']", '"]')):
        start = max(path.rfind("['"), path.rfind('["'))
        return path[start + 2 : -2]
    return path.rpartition(".")[2]


def remember_key(keys: dict[object, object], key: object) -> None:
    """Add a key whose value does not matter."""
    if isinstance(key, (str, int, float, bytes, bool, tuple)):
        try:
            keys[key] = None
        except TypeError:  # a tuple with something unhashable in it
            return


def _display_value(parts: list[FlowValue], kind: CoarseClass) -> object:
    """The literal that a display of literals is; `None` for any other."""
    values: list[object] = []
    for part in parts:
        if len(part.constants) != 1 or part.paths:
            return None
        values.append(part.constants[0])
    if kind is CoarseClass.LIST:
        return values
    if kind is CoarseClass.TUPLE:
        return tuple(values)
    try:
        return set(values)
    except TypeError:
        return None


def constant_of(node: ast.expr) -> FlowValue | None:
    """What a literal in the file around stands for; `None` when it is no literal."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return constant(value)


def display(parts: list[FlowValue], kind: CoarseClass, *, exact: bool) -> FlowValue:
    """A tuple, list or set written out; not exact when something is unpacked into it."""
    element = NOTHING
    for part in parts:
        element = merged(element, part)
    value = _display_value(parts, kind) if exact else None
    return FlowValue(
        classes=frozenset((kind,)),
        constants=() if value is None else (value,),
        element=element if parts else None,
        parts=tuple(parts) if exact else (),
    )
