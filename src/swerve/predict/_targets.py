"""What does it say about a value, and about a target, that one is assigned to the other?"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from swerve.predict._classes import CoarseClass
from swerve.predict._seen import Seen
from swerve.predict._usage import Kind

if TYPE_CHECKING:
    from swerve.predict._values import Values


def bind(values: Values, target: ast.expr, seen: Seen) -> None:
    """Assign a value to a target."""
    notes = values.notes
    if isinstance(target, ast.Name):
        values.env[target.id] = seen
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(values, target.elts, seen)
    elif isinstance(target, ast.Starred):
        bind(values, target.value, Seen(classes=frozenset((CoarseClass.LIST,)), element=seen))
    elif isinstance(target, ast.Attribute):
        base = values.read(target.value)
        for path, usage in zip(base.paths, notes.of(base), strict=True):
            usage.attributes.add(target.attr)
            notes.instead(Seen((f"{path}.{target.attr}",)), seen)
    elif isinstance(target, ast.Subscript):
        base = values.read(target.value)
        if isinstance(target.slice, ast.Slice):
            values.bounds(target.slice)
            notes.operator(base, "[:]")
        else:
            index = values.read(target.slice)
            notes.subscripted(base, index)
            notes.used_as_index(base, index, values.parts.mappings)
        notes.operator(base, "[]=")


def bind_element(values: Values, target: ast.expr, seen: Seen) -> None:
    """Assign an element to the target of a loop, which is where it is read."""
    if isinstance(target, ast.Name):
        values.notes.places.add(Kind.ITEM, target, seen)
    bind(values, target, seen)


def _unpack(values: Values, targets: list[ast.expr], seen: Seen) -> None:
    asked = [
        (target.id if isinstance(target, ast.Name) else "", isinstance(target, ast.Starred))
        for target in targets
    ]
    for target, part in zip(targets, values.parts.unpacked(seen, asked), strict=True):
        bind(values, target, part)
