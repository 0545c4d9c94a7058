"""How does a value of one version look to the clauses of a contract, at one moment?

Clauses compare values of several moments and of both versions. So a view stands on its own: what a
list or a dict holds is a term in it, and nothing refers to a heap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import z3

from ._containers import EMPTY, concatenated
from ._state import Context, State, content_of, known_kind, value_of
from ._terms import Term, V, W, applied
from ._values import (
    ANY,
    NOTHING,
    PLAIN_TYPES,
    Bool,
    Builtin,
    DictObject,
    ExceptionObject,
    Float,
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Shape,
    Shared,
    Str,
    Thing,
    Tuple,
    Value,
    type_name,
)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, by what it holds."""

    items: Term
    #: What all items are, as far as that is known.
    shape: Shape


@dataclass(frozen=True, slots=True)
class Entries:
    """A dict, by what it holds."""

    content: Term
    keys: Shape
    values: Shape


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple."""

    items: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class Error:
    """An exception of a class that is known."""

    name: str
    arguments: tuple[View, ...]
    #: As that of `ExceptionObject`.
    ancestry: tuple[str, ...]
    #: The class of Python itself that it is of.
    builtin: str


@dataclass(frozen=True, slots=True)
class Object:
    """A value of which nothing is known but where it can be looked at."""

    term: Term
    scene: Scene


View: TypeAlias = (
    Int | Bool | Str | Float | Nothing | Builtin | Listing | Entries | Group | Error | Object
)
PLAIN = (Int, Bool, Str, Float, Nothing)


class NoView(Exception):
    """Clauses cannot look at a value."""


def view_of(context: Context, value: Value, scene: Scene) -> View:
    """Look at a value at a moment."""
    match value:
        case Int() | Bool() | Str() | Float() | Nothing() | Builtin():
            return value
        case Tuple():
            return Group(tuple(view_of(context, item, scene) for item in value.items))
        case Local():
            return _view_of_thing(context, value, scene)
        case Opaque():
            return _view_of_term(context, value, scene)
        case _:
            raise NoView("a value of this kind")


def _view_of_thing(context: Context, local: Local, scene: Scene) -> View:
    thing = scene.heap[local.place]
    match thing:
        case ListObject():
            return Listing(thing.items, items_shape(context, thing.items))
        case DictObject():
            keys = Shape(thing.keys) if thing.keys else ANY
            return Entries(thing.content, keys, ANY)
        case ExceptionObject():
            arguments = tuple(view_of(context, one, scene) for one in thing.arguments)
            return Error(thing.name, arguments, thing.ancestry, thing.builtin)
        case Shared():
            return _view_of_term(context, Opaque(thing.term, thing.kind), scene)


def _view_of_term(context: Context, value: Opaque, scene: Scene) -> View:
    found = context.resolved(value)
    if not isinstance(found, Opaque):
        return view_of(context, found, scene)
    if found.kind == "list":
        items = content_at(scene.world, found.term, "list")
        return Listing(items, items_shape(context, items))
    if found.kind == "dict":
        content = content_at(scene.world, found.term, "dict")
        keys, values = found.shapes if len(found.shapes) == 2 else (ANY, ANY)
        is_kept = scene.is_calm or _is_start(content)
        if not is_kept:
            keys, values = _keys_shape(content, keys), ANY
        return Entries(content, keys, values)
    return Object(found.term, scene)


def content_at(world: Term, owner: Term, kind: str) -> Term:
    """What a list or a dict from outside holds, looked up past writes to other things."""
    others = ("world with new ", "put attribute ", "write dict" if kind == "list" else "write list")
    while world.num_args():
        word = world.decl().name()
        if word == f"write {kind}" and world.arg(1).eq(owner):
            return world.arg(2)
        if not word.startswith(others):
            break
        world = world.arg(0)
    return content_of(world, Opaque(owner, kind))


def _is_start(content: Term) -> bool:
    is_read = content.decl().name() == "dict content"
    return bool(is_read and content.arg(0).decl().name() == "world at the start")


def _keys_shape(content: Term, keys: Shape) -> Shape:
    """What the keys are after writes, if those that were written are as those before."""
    while content.decl().name() == "dict put":
        key = known_kind(Opaque(content.arg(1)))
        if type_name(key) != keys.name:
            return ANY
        content = content.arg(0)
    return keys if _is_start(content) else ANY


def items_shape(context: Context, items: Term) -> Shape:
    """What all items of a sequence are, read off the way it was made."""
    shapes = set(_parts_shapes(context, items))
    return shapes.pop() if len(shapes) == 1 else ANY


def _parts_shapes(context: Context, items: Term) -> list[Shape]:
    kind = items.decl().kind()
    if items.eq(EMPTY) or kind == z3.Z3_OP_SEQ_EMPTY:
        return []
    if kind == z3.Z3_OP_SEQ_UNIT:
        plain = known_kind(Opaque(items.arg(0)))
        name = type_name(plain)
        return [Shape(name) if name else _known(context, items)]
    if kind == z3.Z3_OP_SEQ_CONCAT:
        return [shape for part in items.children() for shape in _parts_shapes(context, part)]
    name = items.decl().name()
    if kind == z3.Z3_OP_SEQ_EXTRACT or name in ("sorted", "reversed"):
        return _parts_shapes(context, items.arg(0))
    if name == "list content" and items.arg(0).decl().name() == "world at the start":
        for one in context.reachable:
            if one.term.eq(items.arg(1)) and one.shapes:
                return [one.shapes[0]]
    return [ANY]


def _known(context: Context, unit: Term) -> Shape:
    """What the only item of a sequence is known to be on the path."""
    term = unit.arg(0)
    for name in ("int", "str", "bool"):
        if context.path.told(PLAIN_TYPES[name].test(term)):
            return Shape(name)
    return ANY


def item_view(context: Context, listing: Listing, index: Term, scene: Scene) -> View:
    """The item at an index that is within bounds."""
    term = z3.simplify(listing.items[index])
    if listing.shape != ANY:
        return view_of(context, value_of(context, listing.shape, term), scene)
    return view_of(context, known_kind(Opaque(term)), scene)


def bound_item(listing: Listing, index: Term) -> View:
    """The item at a bound index, of which nothing may be told to the path."""
    plain = PLAIN_TYPES.get(listing.shape.name)
    if plain is not None:
        return plain.made(plain.opened(listing.items[index]))
    if listing.shape.name != "None":
        raise NoView("items of a type that is not known")
    return NOTHING


def term_of(view: View) -> Term:
    """A plain view, or one of an object, as a term."""
    match view:
        case Int() | Bool() | Str() | Float():
            return PLAIN_TYPES[type_name(view)].boxed(view.term)
        case Nothing():
            return V.none
        case Object():
            return view.term
        case _:
            raise NoView("a collection in a collection")


def listing_of(context: Context, views: tuple[View, ...]) -> Listing:
    """A list that is written out."""
    items = concatenated(*(z3.Unit(term_of(view)) for view in views))
    return Listing(items, items_shape(context, items))


# --- ends -----------------------------------------------------------------------------------------

# What does a contract see of one version: how it was called, and how it ended?


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that values refer to at a moment."""

    heap: Mapping[int, Thing]
    world: Term
    #: Nothing unknown has run, so that what was passed still holds items of its types.
    is_calm: bool


@dataclass(frozen=True, slots=True)
class End:
    """A call of one version."""

    #: By the names of the new version.
    parameters: Mapping[str, Value]
    before: Scene
    after: Scene
    #: What was returned or raised.
    value: Value
    has_raised: bool


def end_of(state: State, value: Value, *, has_raised: bool) -> End:
    """The call that led to an end of the function in question."""
    world = applied("world at the start", W) if state.entry_world is None else state.entry_world
    before = Scene(state.entry_heap, world, is_calm=True)
    after = Scene(state.heap, state.world, state.is_calm)
    return End(state.entry, before, after, value, has_raised)
