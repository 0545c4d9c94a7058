"""Which parts does a recipe have, and what is it with other parts in their place?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

from ._forms import CallRecipe, Dict, FrozenSet, List, Name, Recipe, Set, SetItem, Step, Tuple

#: What has parts and is one: steps stand among the parts of `After`.
Part: TypeAlias = Recipe | Step


def parts_of(whole: Part | CallRecipe) -> tuple[Part, ...]:
    """Return what a recipe is made of, in the order in which a worker builds it."""
    return tuple(
        [
            part
            for slot in _SLOTS.get(type(whole), ())
            for part in slot.parts(getattr(whole, slot.name))
        ]
    )


def with_parts(whole: Any, parts: tuple[Any, ...]) -> Any:
    """Return the same with other parts, as many as `parts_of` gave."""
    left = iter(parts)
    slots = _SLOTS[type(whole)]
    changed = {each.name: each.filled(getattr(whole, each.name), left) for each in slots}
    return replace(whole, **changed)


def with_changed_parts(whole: Any, change: Callable[[Any], Any]) -> Any:
    """Return the same with every part changed; what has no parts stays as it is."""
    parts = parts_of(whole)
    return with_parts(whole, tuple(map(change, parts))) if parts else whole


def all_parts(whole: Part | CallRecipe) -> Iterator[Any]:
    """Yield everything inside a recipe."""
    waiting = list(parts_of(whole))
    while waiting:
        part = waiting.pop()
        yield part
        waiting += parts_of(part)


class _Slot(NamedTuple):
    """A field that holds parts."""

    name: str
    parts: Callable[[Any], Any]
    #: What it holds instead, once parts are taken from others.
    filled: Callable[[Any, Iterator[Any]], Any]


def _pairs_filled(entries: Any, left: Iterator[Any]) -> Any:
    return tuple([(next(left), next(left)) for _ in entries])


def _named_filled(named: Any, left: Iterator[Any]) -> Any:
    return tuple([(name, next(left)) for name, _ in named])


def _items_filled(items: Any, left: Iterator[Any]) -> Any:
    return tuple(islice(left, len(items)))


#: By the annotations of fields.
_SLOT_KINDS: dict[Any, tuple[Callable[[Any], Any], Callable[[Any, Iterator[Any]], Any]]] = {
    Recipe: (lambda part: (part,), lambda _, left: next(left)),
    **dict.fromkeys((tuple[Recipe, ...], tuple[Step, ...]), (lambda items: items, _items_filled)),
    **dict.fromkeys(
        (tuple[tuple[str, Recipe], ...], tuple[tuple[Name, Recipe], ...]),
        (lambda named: [part for _, part in named], _named_filled),
    ),
    tuple[tuple[Recipe, Recipe], ...]: (
        lambda entries: [part for entry in entries for part in entry],
        _pairs_filled,
    ),
}
#: Where parts are built in another order than that of the fields.
_ORDERS = {CallRecipe: ("state", "receiver", "args", "kwargs"), SetItem: ("value", "key")}


def _slots_of(form: type) -> tuple[_Slot, ...]:
    kinds = get_type_hints(form)
    names = _ORDERS.get(form) or [each.name for each in fields(form)]
    return tuple(
        [_Slot(name, *_SLOT_KINDS[kinds[name]]) for name in names if kinds[name] in _SLOT_KINDS]
    )


_SLOTS: dict[type, tuple[_Slot, ...]] = {
    form: _slots_of(form)
    for form in (*get_args(Recipe), *get_args(Step), CallRecipe)
    if isinstance(form, type) and is_dataclass(form)
}


# --- what is left of a recipe without its constants? ----------------------------------------------

_SCALARS = (bool, int, float, complex, str, bytes)


def shape_of(call: CallRecipe) -> str:
    """The same for calls that differ in constants only."""
    return repr(_blank(call))


def type_of(recipe: Recipe) -> str:
    """The type that a recipe of plain values builds, as Python writes it; empty for others."""
    if type(recipe) in (*_SCALARS, type(None)):
        return "None" if recipe is None else type(recipe).__name__
    match recipe:
        case List(items) | Set(items) | FrozenSet(items):
            return _of(_NAMES[type(recipe)], _common(items))
        case Tuple(items):
            parts = [type_of(each) for each in items]
            return _of("tuple", ", ".join(parts) if all(parts) else "")
        case Dict(entries):
            key, value = (
                (_common(each) for each in zip(*entries, strict=True)) if entries else ("", "")
            )
            return _of("dict", f"{key}, {value}" if key and value else "")
    return ""


def _blank(whole: Any) -> Any:
    if type(whole) in _SCALARS:
        return type(whole)
    return with_changed_parts(whole, _blank)


def _common(items: tuple[Recipe, ...]) -> str:
    types = {type_of(each) for each in items}
    return types.pop() if len(types) == 1 else ""


def _of(name: str, items: str) -> str:
    return f"{name}[{items}]" if items else ""


_NAMES = {List: "list", Set: "set", FrozenSet: "frozenset"}
