"""Which parts of a call are left to the solver?

A skeleton is a call with its constants taken out. Filled with symbols it is run, once in each
version; filled with the values that the solver found it is a call again.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from swerve.observe.recipe import (
    Access,
    Blob,
    CallRecipe,
    Dict,
    FrozenSet,
    List,
    Set,
    Tuple,
    encode_call,
    recipe_from_value,
    type_of,
)
from swerve.observe.recipe.parts import parts_of, with_parts
from swerve.worker.recipes.building import NotBuilt, attribute_path, build_call

from ._types import SCALARS, type_of_text
from ._worlds import VersionModules

#: Where in a call something stands: the number of the part, of the part of that, and so on.
Where: TypeAlias = tuple[int, ...]

_NUMBERS = (bool, int, float)
#: What forms of several items build.
_KINDS: dict[type, Any] = {List: list, Tuple: tuple, Set: set, FrozenSet: frozenset}
_NO_TYPES: Mapping[int, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Hole:
    """A place that the solver fills, with a value of this type: `int`, `list[str]`."""

    where: Where
    type: Any


@dataclass(frozen=True)
class Skeleton:
    """A call, and which of its places the solver fills."""

    call: CallRecipe
    holes: tuple[Hole, ...]
    #: The same call as the new version takes it, where names differ.
    new_call: CallRecipe | None = None

    @property
    def values(self) -> list[Any]:
        """What the call has in its holes."""
        return [_value_of(_part_at(self.call, hole.where)) for hole in self.holes]

    @property
    def kind(self) -> str:
        """The same for skeletons that give the same calls."""
        blank = self.call
        for hole in self.holes:
            blank = _replaced(blank, hole.where, f"<{hole.type}>")
        return repr(blank)

    def filled(self, values: list[Any]) -> CallRecipe:
        """The call with values in its holes."""
        call = self.call
        for hole, value in zip(self.holes, values, strict=True):
            call = _replaced(call, hole.where, recipe_from_value(value))
        return call


def skeletons_of(
    call: CallRecipe, new_call: CallRecipe | None = None, types: Mapping[int, Any] = _NO_TYPES
) -> Iterator[Skeleton]:
    """The call with only its numbers free, which is quick; with values of any size; as it is.

    Texts and open containers are what a solver is slow with. `types` are those of the arguments,
    by number.
    """
    first = len(call.state) + 1
    places = {first + number: found for number, found in types.items()}
    found = (
        tuple(_holes(call, (), _Freedom(_NUMBERS))),
        tuple(_holes(call, (), _Freedom(SCALARS, is_open=True, types=places))),
        tuple(_holes(call, (), _Freedom(SCALARS))),
    )
    for holes in dict.fromkeys(found):
        if holes:
            yield Skeleton(call, holes, new_call)


@dataclass(frozen=True)
class _Freedom:
    """What the solver may choose."""

    scalars: tuple[type, ...]
    #: Whether containers get any size.
    is_open: bool = False
    #: What stands at a place of the call.
    types: Mapping[int, Any] = field(default_factory=dict)


def _holes(whole: Any, where: Where, freedom: _Freedom) -> Iterator[Hole]:
    for place, part in enumerate(parts_of(whole)):
        if isinstance(whole, Dict) and place % 2 == 0 and not freedom.is_open:
            continue  # keys stay: they are those that the code asks for
        here = (*where, place)
        if not where and place in freedom.types and _is_plain(part):
            yield Hole(here, freedom.types[place])
        elif type(part) in freedom.scalars:
            if not (isinstance(part, float) and math.isnan(part)):
                yield Hole(here, type(part))
        elif freedom.is_open and (found := _open_type(part)) is not None:
            yield Hole(here, found)
        else:
            yield from _holes(part, here, freedom)


def _is_plain(part: Any) -> bool:
    """Whether something is made of constants."""
    if type(part) in (*_KINDS, Dict):
        return all(map(_is_plain, parts_of(part)))
    return part is None or (type(part) in SCALARS and part == part)  # not nan


def _open_type(part: Any) -> Any:
    """The type of a container whose items are all of one type; None for anything else."""
    return type_of_text(type_of(part)) if isinstance(part, (List, Set, FrozenSet, Dict)) else None


def _part_at(whole: Any, where: Where) -> Any:
    for place in where:
        whole = parts_of(whole)[place]
    return whole


def _value_of(part: Any) -> Any:
    """The value of constants and containers of such."""
    match part:
        case List(items) | Tuple(items) | Set(items) | FrozenSet(items):
            return _KINDS[type(part)](map(_value_of, items))
        case Dict(entries):
            return {_value_of(key): _value_of(value) for key, value in entries}
    return part


def _replaced(whole: Any, where: Where, value: Any) -> Any:
    if not where:
        return value
    parts = list(parts_of(whole))
    parts[where[0]] = _replaced(parts[where[0]], where[1:], value)
    return with_parts(whole, tuple(parts))


# --- building -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    """A call in one world, ready to be made."""

    function: Callable[..., Any]
    receiver: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def run(self) -> Any:
        """Make the call."""
        return self.function(*self.args, **self.kwargs)


def _reaching(access: Access, name: str) -> Callable[..., Any]:
    """A function that reaches for a name as a statement does: `getattr` would not be followed."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise Unbuildable(name)
    namespace: dict[str, Any] = {}
    exec(_REACHING[access].format(name), namespace)  # noqa: S102 - a name, and nothing else
    reach: Callable[..., Any] = namespace["reach"]
    return reach


_REACHING = {
    Access.GET: "def reach(it): return it.{}",
    Access.SET: "def reach(it, value): it.{} = value",
    Access.DELETE: "def reach(it): del it.{}",
}


class Unbuildable(Exception):
    """The call needs something that only a worker can make."""


class Builder:
    """Builds a skeleton in one world, with something in its holes."""

    def __init__(
        self, skeleton: Skeleton, world: VersionModules, values: list[Any], *, is_new: bool
    ) -> None:
        self._world = world
        self._call = skeleton.new_call if is_new and skeleton.new_call else skeleton.call
        self._values = {str(number): value for number, value in enumerate(values)}
        blank = self._call
        for number, hole in enumerate(skeleton.holes):
            blank = _replaced(blank, hole.where, Blob(str(number)))
        self._data = encode_call(blank)

    def built(self) -> Made:
        """The call. Raises what the target raises."""
        if self._call.state:
            raise Unbuildable("module state")
        try:
            made = build_call(self._data, self._world.find, self._values.__getitem__)
        except NotBuilt as error:
            raise error.error from None
        if self._call.access is Access.CALL:
            return Made(made.function, made.receiver, made.args, made.kwargs)
        reach = _reaching(self._call.access, attribute_path(self._call.target.qualname)[-1])
        return Made(reach, made.receiver, (made.receiver, *made.args), made.kwargs)
