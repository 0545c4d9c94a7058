"""What can a value be at the head of a loop, in any iteration?

A form is a value with holes: what stays the same is kept, what changes is a hole of a known sort.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ._state import Context
from ._terms import SEQUENCE, D, Term, V
from ._values import (
    PLAIN_TYPES,
    Bool,
    DictObject,
    Float,
    Int,
    ListObject,
    Missing,
    Opaque,
    Perhaps,
    Shared,
    Str,
    Thing,
    Tuple,
    Value,
    Walk,
    alike,
    type_name,
)

#: Turns the sort and the term of a hole at the start into the term of any iteration.
Fill: TypeAlias = Callable[[Any, Term], Term]


@dataclass(frozen=True, slots=True)
class Form:
    """How a value changes."""

    #: `same`, `int`, `bool`, `str`, `float`, `opaque`, `perhaps`, `tuple`, `walk`;
    #: for objects of the heap `same`, `items`, `content` or `seen`.
    kind: str
    parts: tuple[Form, ...] = ()


SAME = Form("same")
OPAQUE = Form("opaque")
PERHAPS = Form("perhaps")


def joined(form: Form, start: Value, now: Value) -> Form:
    """Return a form that covers a further value."""
    if form.kind == "perhaps" or isinstance(start, Missing | Perhaps):
        return SAME if form == SAME and alike(start, now) else PERHAPS
    if isinstance(now, Missing | Perhaps):
        return PERHAPS
    if form == OPAQUE:
        return OPAQUE
    if form == SAME and alike(start, now):
        return SAME
    if isinstance(start, Tuple) and isinstance(now, Tuple) and len(start.items) == len(now.items):
        return Form("tuple", _parts_joined(form, start.items, now.items))
    if isinstance(start, Walk):
        return _walk_joined(form, start, now)
    if type(start) is type(now) and type_name(start):
        return Form(type_name(start))
    return OPAQUE


def _parts_joined(
    form: Form, starts: tuple[Value, ...], nows: tuple[Value, ...]
) -> tuple[Form, ...]:
    befores = form.parts or (SAME,) * len(starts)
    return tuple(
        joined(before, start, now) for before, start, now in zip(befores, starts, nows, strict=True)
    )


def _walk_joined(form: Form, start: Walk, now: Value) -> Form:
    if not isinstance(now, Walk) or now.kind != start.kind:
        raise MixedWalks
    if len(now.sources) != len(start.sources):
        raise MixedWalks
    starts, nows = (start.taken, *start.sources), (now.taken, *now.sources)
    return Form("walk", _parts_joined(form, starts, nows))


class MixedWalks(Exception):
    """One register holds iterators of several kinds."""


def filled(context: Context, form: Form, start: Value, fill: Fill) -> Value:
    """Return a value with its holes filled, in a fixed order."""
    match form.kind:
        case "same":
            return start
        case "opaque":
            kind = context.resolved(start)
            known = kind.kind if isinstance(kind, Opaque) else ""
            return Opaque(fill(V, context.term_of(start)), known if form.parts else "")
        case "perhaps":
            return Perhaps(fill(V, context.term_of(start)))
        case "tuple":
            assert isinstance(start, Tuple)  # noqa: S101 (so the form was made)
            pairs = zip(form.parts, start.items, strict=True)
            return Tuple(tuple(filled(context, part, item, fill) for part, item in pairs))
        case "walk":
            assert isinstance(start, Walk)  # noqa: S101 (so the form was made)
            taken = filled(context, form.parts[0], start.taken, fill)
            pairs = zip(form.parts[1:], start.sources, strict=True)
            sources = tuple(filled(context, part, one, fill) for part, one in pairs)
            assert isinstance(taken, Int)  # noqa: S101 (for mypy)
            return replace(start, taken=taken, sources=sources)
        case _:
            assert isinstance(start, Int | Bool | Str | Float)  # noqa: S101 (so the form was made)
            return type(start)(fill(PLAIN_TYPES[form.kind].sort, start.term))


def holes(context: Context, form: Form, now: Value) -> list[Term]:
    """Return what a value has in the holes of a form that covers it, in the order of `filled`."""
    found: list[Term] = []
    if form.kind == "same":
        return found
    if form.kind in ("opaque", "perhaps"):
        return [context.term_of(now)]
    if isinstance(now, Tuple):
        for part, item in zip(form.parts, now.items, strict=True):
            found += holes(context, part, item)
        return found
    if isinstance(now, Walk):
        for part, item in zip(form.parts, (now.taken, *now.sources), strict=True):
            found += holes(context, part, item)
        return found
    assert isinstance(now, Int | Bool | Str | Float)  # noqa: S101 (the form covers it)
    return [now.term]


def thing_joined(form: Form, start: Thing, now: Thing) -> Form:
    """Return a form that covers a further content of an object."""
    if form.kind == "seen" or (isinstance(now, Shared) and not isinstance(start, Shared)):
        return Form("seen")
    if form == SAME and alike(start, now):
        return SAME
    if isinstance(start, ListObject) and isinstance(now, ListObject):
        return Form("items")
    if isinstance(start, DictObject) and isinstance(now, DictObject):
        keys = {start.keys, now.keys} - {""}
        return Form("content") if len(keys) <= 1 else Form("seen")
    return Form("seen")


def thing_filled(form: Form, start: Thing, now_keys: str, fill: Fill) -> Thing:
    """Return an object with its content replaced."""
    if isinstance(start, ListObject) and form.kind == "items":
        return ListObject(fill(SEQUENCE, start.items))
    if isinstance(start, DictObject) and form.kind == "content":
        return DictObject(fill(D, start.content), start.keys or now_keys)
    return start


def thing_holes(form: Form, now: Thing) -> list[Term]:
    """Return what an object has in the holes of a form that covers it."""
    if isinstance(now, ListObject) and form.kind == "items":
        return [now.items]
    if isinstance(now, DictObject) and form.kind == "content":
        return [now.content]
    return []
