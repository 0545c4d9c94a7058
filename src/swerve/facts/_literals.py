"""Which value does a literal in the code stand for?"""

from __future__ import annotations

import ast

from swerve.facts.classes import CoarseClass
from swerve.facts.seen import NOTHING, Seen, constant, merged


def remember_key(keys: dict[object, object], key: object) -> None:
    """Add a key whose value does not matter."""
    if isinstance(key, (str, int, float, bytes, bool, tuple)):
        try:
            keys[key] = None
        except TypeError:  # a tuple with something unhashable in it
            return


def _display_value(parts: list[Seen], kind: CoarseClass) -> object:
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


def constant_of(node: ast.expr) -> Seen | None:
    """What a literal in the file around stands for; `None` when it is no literal."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return constant(value)


def display(parts: list[Seen], kind: CoarseClass, *, exact: bool) -> Seen:
    """A tuple, list or set written out; not exact when something is unpacked into it."""
    element = NOTHING
    for part in parts:
        element = merged(element, part)
    value = _display_value(parts, kind) if exact else None
    return Seen(
        classes=frozenset((kind,)),
        constants=() if value is None else (value,),
        element=element if parts else None,
        parts=tuple(parts) if exact else (),
    )
