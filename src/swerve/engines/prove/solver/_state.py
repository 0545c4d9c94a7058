"""Where is one version, and what has it made and changed so far?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import z3

from swerve.model import Side

from ._path import Path
from ._terms import NONE, SEQUENCE, UNBOUND, D, Term, V, W, applied, items_of
from ._values import (
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
    Method,
    Missing,
    Nothing,
    Opaque,
    Parts,
    Perhaps,
    Shape,
    Shared,
    Slice,
    Str,
    Thing,
    Tuple,
    Value,
    Walk,
    type_name,
)

#: A line, its names with what they held, and what came before.
Trace: TypeAlias = "tuple[int, dict[str, Value | Thing], Trace | None]"


_NO_FIELDS: Mapping[str, Shape] = {}


@dataclass(frozen=True, slots=True)
class Settings:
    """What is taken for granted in one attempt."""

    #: Types of parameters are those that their annotations name.
    trusts_annotations: bool = False
    #: Reading attributes changes nothing.
    attributes_are_pure: bool = False
    #: Neither do operators, `len`, truth tests, comparisons, and subscripts that read.
    operators_are_pure: bool = False
    #: Objects have the attributes that are read, and reading and setting them runs no code.
    attributes_are_plain: bool = False
    #: Iterations to follow one by one; `None`: loops are taken as a whole.
    bound: int | None = None
    #: What the parameters are, where one call is followed.
    arguments: Mapping[str, object] | None = None


class PythonError(Exception):
    """The version that is followed raises an exception."""

    def __init__(self, exception: Value) -> None:
        super().__init__(exception)
        self.exception = exception


@dataclass(slots=True)
class State:
    """One version in the middle of its work. Copied where ways part."""

    side: Side
    at: int
    registers: dict[str, Value]
    heap: Mapping[int, Thing]
    world: Term
    #: Nothing unknown has run yet, so that what was passed is as it was.
    is_calm: bool
    #: Each line passed with the names there, latest first.
    trace: Trace | None = None
    #: Times that each loop was passed, of those that are followed one by one.
    rounds: Mapping[int, int] = field(default_factory=dict)
    #: What the parameters were, by their names in the new version, and the heap at that time.
    entry: Mapping[str, Value] = field(default_factory=dict)
    entry_heap: Mapping[int, Thing] = field(default_factory=dict)
    entry_world: Term | None = None

    def copy(self) -> State:
        """Return a state that can be changed without this one."""
        return replace(self, registers=dict(self.registers))


class Context:
    """Where operations look things up and leave their marks: one state on the path."""

    def __init__(
        self,
        path: Path,
        settings: Settings,
        *,
        is_marked: bool,
        fields: Mapping[str, Shape] = _NO_FIELDS,
    ) -> None:
        self.path = path
        self.settings = settings
        #: Every unknown operation may differ between the versions.
        self.is_marked = is_marked
        #: By `self.name`: what attributes of the object are that the method is called on.
        self.fields = fields
        self.state: State = None  # type: ignore[assignment]
        #: Terms of lists and dicts that came from outside, which a write may touch.
        self.reachable: list[Opaque] = []
        self.assumptions: dict[str, None] = {}

    def decide(self, condition: Term, *, is_new: bool = False) -> bool:
        """Say whether a condition holds, or raise `Fork`."""
        is_old = self.state.side is Side.OLD
        is_atom = condition.decl().kind() == z3.Z3_OP_UNINTERPRETED
        return self.path.decide(condition, is_new=is_new or (is_old and is_atom))

    def assume(self, words: str) -> None:
        """Note what is taken for granted."""
        self.assumptions[words] = None

    def make(self, thing: Thing) -> Local:
        """Put a fresh object into the heap."""
        state = self.state
        place = len(state.heap)
        state.heap = {**state.heap, place: thing}
        return Local(place)

    def put(self, local: Local, thing: Thing) -> None:
        """Change an object in the heap."""
        self.state.heap = {**self.state.heap, local.place: thing}

    def thing(self, value: Value) -> Thing | None:
        """The object behind a value, if it is one of the heap."""
        return self.state.heap[value.place] if isinstance(value, Local) else None

    def resolved(self, value: Value) -> Value:
        """Return a value as precisely as the path knows it."""
        if isinstance(value, Local):
            thing = self.thing(value)
            if isinstance(thing, Shared):
                return Opaque(thing.term, thing.kind)
        if isinstance(value, Opaque) and not value.kind:
            if self.path.told(V.is_none(value.term)):
                return NOTHING
            if value.shapes:
                return one_of(self, value.shapes[0].parts, value.term)
            return known_kind(value)
        return value

    def term_of(self, value: Value) -> Term:
        """Return a value as a term that others may see. Fresh objects are out of hand then."""
        match value:
            case Opaque() | Perhaps():
                return value.term
            case Int() | Bool() | Str() | Float():
                return PLAIN_TYPES[type_name(value)].boxed(value.term)
            case Nothing():
                return NONE
            case Missing():
                return UNBOUND
            case Tuple() | Parts():
                return V.tuple(items_of([self.term_of(item) for item in value.items]))
            case Builtin():
                return applied(f"builtin {value.name}", V)
            case Local():
                return self._shown(value)
            case Slice():
                parts = [self.term_of(one) for one in (value.lower, value.upper, value.step)]
                return applied("slice", V, *parts)
            case Method():
                owner = self.term_of(value.owner)
                return applied(f"method {value.name}", V, owner)
            case Walk():
                raise NoTerm

    def _shown(self, local: Local) -> Term:
        """Let others see a fresh object; return its term."""
        state = self.state
        thing = state.heap[local.place]
        if isinstance(thing, Shared):
            return thing.term
        kind, contents = self._contents(thing)
        world = self.state.world
        term = applied(f"new {kind}", V, world, *contents)
        self.put(local, Shared(term, kind if kind in ("list", "dict") else ""))
        self.state.world = applied(f"world with new {kind}", W, world, *contents)
        if isinstance(thing, ListObject):
            self.path.learn(list_content(self.state.world, term) == thing.items)
        if isinstance(thing, ListObject | DictObject):
            for other in self.reachable:
                self.path.learn(other.term != term)
            self.keep_others(world)
        return term

    def keep_others(self, before: Term) -> None:
        """What lists and dicts from outside hold is as it was before."""
        world = self.state.world
        for other in self.reachable:
            self.path.learn(content_of(world, other) == content_of(before, other))

    def _contents(self, thing: Thing) -> tuple[str, list[Term]]:
        match thing:
            case ListObject():
                return "list", [thing.items]
            case DictObject():
                return "dict", [thing.content]
            case ExceptionObject():
                arguments = [self.term_of(one) for one in thing.arguments]
                cause = [] if thing.cause is None else [self.term_of(thing.cause)]
                word = f"{thing.name} of {len(arguments)}" + (" with a cause" if cause else "")
                return word, arguments + cause
            case Shared():
                return thing.kind, []

    def write(self, owner: Opaque, content: Term) -> None:
        """Let a list or a dict from outside hold something else."""
        state = self.state
        before = state.world
        state.world = applied(f"write {owner.kind}", W, before, owner.term, content)
        state.is_calm = False
        self.path.learn(content_of(state.world, owner) == content)
        for other in self.reachable:
            unchanged = content_of(state.world, other) == content_of(before, other)
            if other.kind != owner.kind:
                self.path.learn(unchanged)
            elif not other.term.eq(owner.term):
                self.path.learn((other.term == owner.term) | unchanged)

    def error(self, name: str, *arguments: Value) -> PythonError:
        """Make an exception of a class of Python itself, to be raised."""
        return PythonError(self.make(ExceptionObject(name, arguments, None)))

    def worded_error(self, name: str, words: str, *parts: Value) -> PythonError:
        """Make an exception whose message is not spelled out: it depends on the parts."""
        terms = [self.term_of(part) for part in parts]
        return self.error(name, Opaque(applied(f"message {words}", V, *terms)))


class NoTerm(Exception):
    """A value that cannot be handed to code of which nothing is known."""


def list_content(world: Term, owner: Term) -> Term:
    """What a list from outside holds."""
    return applied("list content", SEQUENCE, world, owner)


def dict_content(world: Term, owner: Term) -> Term:
    """What a dict from outside holds."""
    return applied("dict content", D, world, owner)


def content_of(world: Term, owner: Opaque) -> Term:
    """What a list or a dict from outside holds."""
    return (list_content if owner.kind == "list" else dict_content)(world, owner.term)


def known_kind(value: Opaque) -> Value:
    """Return a value by its constructor, where the term is made by one."""
    term = value.term
    if term.eq(NONE):
        return NOTHING
    plain = PLAIN_TYPES.get(term.decl().name()) if term.num_args() == 1 else None
    if plain is None or term.decl().domain(0) != plain.sort:
        return value
    return plain.made(term.arg(0))


def value_of(context: Context, shape: Shape, term: Term) -> Value:
    """Return a term as a value of a type that it is taken to have. A union stays open."""
    learn = context.path.learn
    plain = PLAIN_TYPES.get(shape.name)
    if plain is not None:
        learn(plain.test(term))
        return plain.made(plain.opened(term))
    match shape.name:
        case "None":
            learn(V.is_none(term))
            return NOTHING
        case "list" | "dict":
            learn(V.is_other(term))
            value = Opaque(term, shape.name, shape.parts)
            if all(not one.term.eq(term) for one in context.reachable):
                context.reachable.append(value)
            return value
        case "tuple":
            items, rest = [], V.as_tuple(term)
            learn(V.is_tuple(term))
            items_sort = rest.sort()
            head, tail = items_sort.accessor(1, 0), items_sort.accessor(1, 1)
            for part in shape.parts:
                items.append(value_of(context, part, head(rest)))
                rest = tail(rest)
            return Tuple(tuple(items))
        case "union":
            return Opaque(term, "", (shape,))
        case _:
            return Opaque(term)


def one_of(context: Context, parts: tuple[Shape, ...], term: Term) -> Value:
    """Return a term as a value of one of several types, by which the path may fork."""
    for part in parts[:-1]:
        if context.decide(_is_of(part, term)):
            return value_of(context, part, term)
    return value_of(context, parts[-1], term)


def _is_of(shape: Shape, term: Term) -> Term:
    if shape.name in PLAIN_TYPES:
        return PLAIN_TYPES[shape.name].test(term)
    return {"None": V.is_none, "tuple": V.is_tuple}.get(shape.name, V.is_other)(term)
