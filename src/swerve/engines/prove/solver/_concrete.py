"""Do the versions differ on a call whose arguments are all written out?

The programs are followed with these values. As soon as an unsupported construct decides, there
is no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from swerve.model import Side

from .._limits import MOST_ROUNDS
from ..lowering._program import Program
from ._answers import Fields, Step
from ._claims import Broken, Claim, Verdict
from ._clauses import TooManyItems
from ._containers import attributes_of
from ._folding import NotWrittenOut, elements, literal
from ._inputs import plain_value
from ._machine import Done, Event, Machine
from ._path import Fork, GaveUp, Path
from ._product import Difference
from ._state import Context, Settings, State, Trace
from ._terms import Term, V, W, applied
from ._values import (
    MISSING,
    Bool,
    DictObject,
    ExceptionObject,
    Float,
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Str,
    Thing,
    Tuple,
    Value,
)
from ._views import Error, Group, View, end_of


class _Settled(Path):
    """A path on which nothing may be left to the solver."""

    def decide(self, condition: Term, *, is_new: bool = False) -> bool:
        told = self.told(z3.simplify(condition))
        if told is None:
            raise GaveUp("an unsupported construct decides")
        self.hurry()
        return told


@dataclass(frozen=True, slots=True)
class Followed:
    """A call of one version that was followed to its end."""

    context: Context
    done: Done


@dataclass(frozen=True, slots=True)
class Violation:
    """A call that violates a contract, with both ways to its end."""

    broken: Broken
    old: Done
    new: Done


def violates(
    old: Program, new: Program, arguments: dict[str, object], deadline: float, claim: Claim | None
) -> Violation | bool | None:
    """What a call violates, or `False`; `None` where that is not settled.

    Without a claim, that is that the versions must not differ.
    """
    try:
        ours = _followed(old, Side.OLD, arguments, deadline)
        theirs = _followed(new, Side.NEW, arguments, deadline)
        context = theirs.context
        context.state = theirs.done.state
        ends = {
            side: end_of(one.state, one.value, has_raised=one.has_raised)
            for side, one in ((Side.OLD, ours.done), (Side.NEW, theirs.done))
        }
        verdict = _NOTHING_DIFFERS if claim is None else claim.verdict(context, ends)
        broken = verdict.broken
        if broken is None and verdict.if_different and _examples_differ(ours, theirs):
            broken = verdict.if_different
    except (*_UNSETTLED, TooManyItems):
        return None
    return False if broken is None else Violation(broken, ours.done, theirs.done)


_NOTHING_DIFFERS = Verdict(if_different=Broken(is_difference=True))
_UNSETTLED = (GaveUp, NotWrittenOut, Fork, RecursionError, z3.Z3Exception)


def _examples_differ(old: Followed, new: Followed) -> bool:
    """Compare the ends, and what became of the arguments that both versions got."""
    common = sorted(set(old.done.state.entry) & set(new.done.state.entry))
    return _example(old, common) != _example(new, common)


def _followed(
    program: Program, side: Side, arguments: dict[str, object], deadline: float
) -> Followed:
    settings = Settings(
        trusts_annotations=True,
        attributes_are_plain=any(isinstance(one, Fields) for one in arguments.values()),
        bound=MOST_ROUNDS,
        arguments=arguments,
    )
    context = Context(_Settled(deadline), settings, is_marked=False)
    registers: dict[str, Value] = dict.fromkeys(program.unbound, MISSING)
    world = applied("world at the start", W)
    found: list[Event] = []
    state = State(side, 0, registers, {}, world, is_calm=True)
    Machine(program, context).run(state, found.append)
    (event,) = found
    if not isinstance(event, Done):
        raise NotWrittenOut
    context.state = event.state
    owners = [applied(f"parameter {name}", V) for name in arguments if _is_object(arguments, name)]
    if not event.state.world.eq(world) and not (
        len(owners) == 1 and attributes_of(owners[0], event.state.world) is not None
    ):
        raise NotWrittenOut
    return Followed(context, event)


def _is_object(arguments: dict[str, object], name: str) -> bool:
    return isinstance(arguments[name], Fields)


def _example(followed: Followed, names: list[str]) -> tuple[object, ...]:
    """What became of a call: how it ended, and its arguments afterwards."""
    context, done = followed.context, followed.done
    context.state = done.state
    ending = (done.has_raised, _looked_at(context, done.value))
    return (ending, *(_became(context, done.state.entry[name]) for name in names))


def _became(context: Context, value: Value) -> object:
    """What an argument is at the end."""
    if isinstance(value, Opaque):
        attributes = attributes_of(value.term, context.state.world)
        if attributes is None:
            raise NotWrittenOut
        return {name: _term(term) for name, term in attributes.items()}
    return _looked_at(context, value)


def _looked_at(context: Context, value: Value) -> object:
    """A value by its type and its parts."""
    match value:
        case Int() | Bool() | Str() | Float():
            return _look(literal(z3.simplify(value.term)))
        case Nothing():
            return "None"
        case Tuple():
            return ("tuple", *(_looked_at(context, item) for item in value.items))
        case Opaque():
            return _look(literal(z3.simplify(value.term)))
        case Local():
            return _thing(context, value)
        case _:
            raise NotWrittenOut


def _look(value: object) -> object:
    return (type(value).__name__, repr(value))


def _thing(context: Context, local: Local) -> object:
    thing = context.thing(local)
    match thing:
        case ListObject():
            return ("list", *(_term(item) for item in elements(thing.items)))
        case DictObject():
            return ("dict", *_entries(thing.content))
        case ExceptionObject():
            return (thing.name, *(_argument(context, one) for one in thing.arguments))
        case _:
            raise NotWrittenOut


def _argument(context: Context, value: Value) -> object:
    """An argument of an exception; a message that is not spelled out is known by its term."""
    if isinstance(value, Opaque) and value.term.decl().name().startswith("message "):
        return ("message", value.term.decl().name())
    return _looked_at(context, value)


def _term(term: Term) -> object:
    return _look(literal(z3.simplify(term)))


def _entries(content: Term) -> list[object]:
    entries: dict[object, object] = {}
    writes: list[Any] = []
    while content.decl().name() == "dict put":
        writes.append((content.arg(1), content.arg(2)))
        content = content.arg(0)
    if content.decl().name() != "empty dict":
        raise NotWrittenOut
    for key, value in reversed(writes):
        entries[_term(key)] = _term(value)
    return list(entries.items())


# --- traces ---------------------------------------------------------------------------------------

# Which lines did a version pass, and what did its names stand for there?


#: Turns a term into a plain value; `None` where it has none.
Plain: TypeAlias = Callable[[Term], object]


def trace_of(difference: Difference) -> tuple[Step, ...]:
    """The lines to a difference, with the values of a model."""
    plain = plain_by(difference.model)
    states = (difference.old, difference.new)
    return tuple(step for state in states for step in steps(state, plain))


def plain_by(model: Any) -> Plain:
    """Read terms off a model."""
    return lambda term: plain_value(model.eval(term, model_completion=True))


def plain_written(term: Term) -> object:
    """Read a term that is written out."""
    return plain_value(z3.simplify(term))


def steps(state: State, plain: Plain) -> list[Step]:
    """The lines that a version passed, in order."""
    found: list[Step] = []
    trace: Trace | None = state.trace
    while trace is not None:
        line, names, trace = trace
        shown = [(name, shown_value(value, plain)) for name, value in sorted(names.items())]
        found.append(Step(state.side, line, tuple((n, v) for n, v in shown if v)))
    return found[::-1]


def ending_step(state: State, value: Value, plain: Plain, *, has_raised: bool) -> Step:
    """What a version came to, at the last line that it passed."""
    line = state.trace[0] if state.trace is not None else 0
    seen = state.heap[value.place] if isinstance(value, Local) else value
    word = "exc" if has_raised else "result"
    return Step(state.side, line, ((word, shown_value(seen, plain)),))


def shown_value(value: Value | Thing | View, plain: Plain) -> str:
    """A value as one writes it; empty for what has no plain form."""
    match value:
        case Int() | Bool() | Str() | Float():
            return repr(plain(value.term))
        case Nothing():
            return "None"
        case Opaque():
            found = plain(value.term)
            return "" if found is None else repr(found)
        case Tuple() | Group():
            parts = [shown_value(item, plain) for item in value.items]
            inside = ", ".join(parts) + ("," if len(parts) == 1 else "")
            return f"({inside})" if all(parts) else ""
        case ListObject():
            try:
                return repr([plain(item) for item in elements(value.items)])
            except NotWrittenOut:
                return ""
        case ExceptionObject() | Error():
            parts = [shown_value(item, plain) for item in value.arguments]
            return f"{value.name}({', '.join(parts)})"
        case _:
            return ""
