"""Which parts does a recipe have, and what is it with other parts in their place?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from swerve.observe.recipe._forms import (
    After,
    Attribute,
    Call,
    CallRecipe,
    Dict,
    Do,
    FrozenSet,
    Item,
    List,
    Recipe,
    Set,
    SetAttribute,
    SetItem,
    Shared,
    Step,
    Tuple,
)

#: What has parts and is one: steps stand among the parts of `After`.
Part: TypeAlias = Recipe | Step


def parts_of(whole: Part | CallRecipe) -> tuple[Part, ...]:
    """Return what a recipe is made of, in the order in which a worker builds it."""
    reader = _READERS.get(type(whole))
    return () if reader is None else reader(whole)


def with_parts(whole: Any, parts: tuple[Any, ...]) -> Any:
    """Return the same with other parts, as many as `parts_of` gave."""
    return _WRITERS[type(whole)](whole, parts)


def _items(whole: Any) -> tuple[Part, ...]:
    return whole.items  # type: ignore[no-any-return]


def _with_items(whole: Any, parts: tuple[Any, ...]) -> Any:
    return replace(whole, items=parts)


def _entries(whole: Dict) -> tuple[Part, ...]:
    return tuple([part for entry in whole.entries for part in entry])


def _with_entries(_: Dict, parts: tuple[Any, ...]) -> Dict:
    return Dict(tuple(zip(parts[::2], parts[1::2], strict=True)))


def _arguments(whole: Any) -> tuple[Part, ...]:
    return (*whole.args, *(value for _, value in whole.kwargs))


def _with_arguments(whole: Any, parts: tuple[Any, ...]) -> Any:
    count = len(whole.args)
    names = [name for name, _ in whole.kwargs]
    kwargs = tuple(zip(names, parts[count:], strict=True))
    return replace(whole, args=parts[:count], kwargs=kwargs)


def _call_parts(whole: CallRecipe) -> tuple[Part, ...]:
    return (*(recipe for _, recipe in whole.state), whole.receiver, *_arguments(whole))


def _with_call_parts(whole: CallRecipe, parts: tuple[Any, ...]) -> CallRecipe:
    count = len(whole.state)
    names = [name for name, _ in whole.state]
    state = tuple(zip(names, parts[:count], strict=True))
    changed = replace(whole, state=state, receiver=parts[count])
    return _with_arguments(changed, parts[count + 1 :])  # type: ignore[no-any-return]


_SEQUENCES = (List, Tuple, Set, FrozenSet)

_READERS: dict[type, Callable[[Any], tuple[Part, ...]]] = {
    **dict.fromkeys(_SEQUENCES, _items),
    Dict: _entries,
    Attribute: lambda whole: (whole.of,),
    Item: lambda whole: (whole.of, whole.key),
    Call: lambda whole: (whole.function, *_arguments(whole)),
    Shared: lambda whole: (whole.recipe,),
    After: lambda whole: (whole.recipe, *whole.steps),
    Do: _arguments,
    SetAttribute: lambda whole: (whole.value,),
    SetItem: lambda whole: (whole.value, whole.key),
    CallRecipe: _call_parts,
}

_WRITERS: dict[type, Callable[[Any, tuple[Any, ...]], Any]] = {
    **dict.fromkeys(_SEQUENCES, _with_items),
    Dict: _with_entries,
    Attribute: lambda whole, parts: replace(whole, of=parts[0]),
    Item: lambda _, parts: Item(*parts),
    Call: lambda whole, parts: _with_arguments(replace(whole, function=parts[0]), parts[1:]),
    Shared: lambda whole, parts: replace(whole, recipe=parts[0]),
    After: lambda _, parts: After(parts[0], parts[1:]),
    Do: _with_arguments,
    SetAttribute: lambda whole, parts: replace(whole, value=parts[0]),
    SetItem: lambda _, parts: SetItem(key=parts[1], value=parts[0]),
    CallRecipe: _with_call_parts,
}
