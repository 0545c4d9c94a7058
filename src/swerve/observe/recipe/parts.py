"""Which parts does a recipe have, and what is it with other parts in their place?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

from swerve.observe.recipe._forms import CallRecipe, Name, Recipe, SetItem, Step

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
