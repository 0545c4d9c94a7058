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

from swerve.engines.shadow.explorer._types import SCALARS, type_of_text
from swerve.engines.shadow.explorer._worlds import World
from swerve.observe.recipe import (
    Access,
    After,
    Attribute,
    Call,
    CallRecipe,
    Dict,
    Do,
    FrozenSet,
    Item,
    List,
    Name,
    Reference,
    Set,
    SetAttribute,
    SetItem,
    Shared,
    Tuple,
    recipe_from_value,
    type_of,
)
from swerve.observe.recipe.parts import Part, parts_of, with_parts

#: Where in a call something stands: the number of the part, of the part of that, and so on.
Where: TypeAlias = tuple[int, ...]

_NUMBERS = (bool, int, float)
#: What forms of several items build.
#: What can hold itself.
_FILLED: dict[type, Any] = {List: list, Set: set, Dict: dict}
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
        self, skeleton: Skeleton, world: World, values: list[Any], *, is_new: bool
    ) -> None:
        self._world = world
        self._call = skeleton.new_call if is_new and skeleton.new_call else skeleton.call
        self._values = {
            hole.where: value for hole, value in zip(skeleton.holes, values, strict=True)
        }
        self._shared: dict[str, Any] = {}

    def built(self) -> Made:
        """The call."""
        call = self._call
        if call.state:
            raise Unbuildable("module state")
        places = iter(range(len(parts_of(call))))
        receiver = self._build(call.receiver, (next(places),))
        args = tuple(self._build(each, (next(places),)) for each in call.args)
        kwargs = {name: self._build(each, (next(places),)) for name, each in call.kwargs}
        target = call.target
        if call.receiver is None and call.access is Access.CALL:
            return Made(self._world.find(target.module, target.qualname), None, args, kwargs)
        owner, _, name = target.qualname.rpartition(".")
        if name.startswith("__") and not name.endswith("__"):  # as the compiler writes it
            name = f"_{owner.rpartition('.')[2].lstrip('_')}{name}"
        if call.access is Access.CALL:
            return Made(getattr(receiver, name), receiver, args, kwargs)
        return Made(_reaching(call.access, name), receiver, (receiver, *args), kwargs)

    def _build(self, part: Any, where: Where) -> Any:
        if where in self._values:
            return self._values[where]
        match part:
            case List() | Tuple() | Set() | FrozenSet():
                items = self._all(part, where)
                return _KINDS[type(part)](items)
            case Dict():
                items = self._all(part, where)
                return dict(zip(items[::2], items[1::2], strict=True))
            case Name(module, qualname):
                return self._world.find(module, qualname)
            case Attribute(_, name):
                return getattr(self._all(part, where)[0], name)
            case Item():
                of, key = self._all(part, where)
                return of[key]
            case Call():
                function, *rest = self._all(part, where)
                count = len(part.args)
                names = [name for name, _ in part.kwargs]
                return function(*rest[:count], **dict(zip(names, rest[count:], strict=True)))
            case Shared():
                return self._named((), part, where)
            case Reference(label):
                return self._shared[label]
            case After(recipe):
                return self._after(self._build(recipe, (*where, 0)), part, where)
            case _ if type(part) in (*SCALARS, complex, type(None), type(...)):
                return part
        raise Unbuildable(type(part).__name__)

    def _all(self, whole: Part, where: Where) -> list[Any]:
        return [self._build(part, (*where, place)) for place, part in enumerate(parts_of(whole))]

    def _named(self, labels: tuple[str, ...], part: Any, where: Where) -> Any:
        """Build something that has labels: what is inside it may refer to it."""
        if isinstance(part, Shared):
            return self._named((*labels, part.label), part.recipe, (*where, 0))
        if isinstance(part, After):
            return self._after(self._named(labels, part.recipe, (*where, 0)), part, where)
        is_filled = type(part) in _FILLED and where not in self._values
        it = _FILLED[type(part)]() if is_filled else self._build(part, where)
        self._shared.update(dict.fromkeys(labels, it))
        if is_filled:
            items = self._all(part, where)
            match it:
                case list():
                    it.extend(items)
                case set():
                    it.update(items)
                case _:
                    it.update(zip(items[::2], items[1::2], strict=True))
        return it

    def _after(self, it: Any, part: After, where: Where) -> Any:
        for place, step in enumerate(part.steps, 1):
            here = (*where, place)
            match step:
                case Do(method, args, kwargs):
                    values = self._all(step, here)
                    names = [name for name, _ in kwargs]
                    count = len(args)
                    given = dict(zip(names, values[count:], strict=True))
                    getattr(it, method)(*values[:count], **given)
                case SetAttribute(name, _):
                    setattr(it, name, self._all(step, here)[0])
                case SetItem():
                    value, key = self._all(step, here)
                    it[key] = value
                case _:
                    self._build(step, here)
        return it
