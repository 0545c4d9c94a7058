"""What is the same in both versions whenever they come to the head of two matched loops?

The first guess is that everything is as it was when the loops began. What an iteration changes
becomes a hole, and holes that were equal at first are guessed to stay so, whole numbers to stay as
far apart. What an iteration does not keep is given up, until the rest carries itself. What is left
holds at every iteration, and that the loops go on and end together is shown by following one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import z3

from ..lowering._program import RAISED
from ._forms import (
    SAME,
    Form,
    MixedWalks,
    filled,
    holes,
    joined,
    thing_filled,
    thing_holes,
    thing_joined,
)
from ._path import GaveUp
from ._state import Context, State
from ._terms import INT, Term, W, fresh
from ._values import DictObject, Int, Local, Value, Walk, inside

#: A hole: the side, the register or place, and which hole of it.
Hole = tuple[str, str, int]


@dataclass
class SidePlan:
    """One version at the head of its loop."""

    start: State
    registers: dict[str, Form]
    places: dict[int, Form]
    #: The world at the head, where no iteration changes it.
    start_world: Term = None
    changes_world: bool = False
    keys: dict[int, str] = field(default_factory=dict)


@dataclass
class _Class:
    """Holes that go together: each is the base, or its opposite, and a distance."""

    base: Term
    members: list[tuple[Hole, int, Term]]


def related(term: Term, sign: int, distance: Term) -> Term:
    """A term, or its opposite, and a distance; only whole numbers have these."""
    if sign == 1 and distance.eq(z3.IntVal(0)):
        return term
    return z3.simplify(sign * term + distance)


class Weaker(Exception):
    """An iteration did not keep what was guessed; the plan now guesses less."""

    def __init__(self, plan: LoopGuess) -> None:
        super().__init__(plan)
        self.plan = plan


class LoopGuess:
    """What is guessed of two matched loops."""

    def __init__(
        self,
        loops: tuple[int, int],
        old: State,
        new: State,
        live: tuple[frozenset[str], frozenset[str]],
    ) -> None:
        self.loops = loops
        self._sides = (_side(old, live[0]), _side(new, live[1]))
        #: Pairs of holes that an iteration drove apart.
        self._apart: set[tuple[frozenset[Hole], int]] = set()
        #: Bounds that an iteration broke.
        self._broken: set[tuple[Hole, str]] = set()
        self._classes: list[_Class] = []
        self._bounds: list[tuple[Hole, str, Term]] = []

    def any_iteration(self, context: Context) -> tuple[State, State]:
        """Return both versions at the head, in any iteration, and tell the path what holds."""
        starts: dict[Hole, tuple[Any, Term]] = {}
        for side in self._sides:
            self._visit(context, side, side.start.copy(), self._collecting(side, starts))
        self._group(context, starts)
        terms = self._terms()
        states = []
        for side in self._sides:
            state = side.start.copy()
            self._visit(context, side, state, self._filling(side, terms))
            state.registers = {name: state.registers[name] for name in side.registers}
            state.is_calm = side.start.is_calm and not side.changes_world
            side.start_world = state.world
            states.append(state)
            self._learn_of_walks(context, state)
        self._guess_bounds(context, starts, terms)
        return states[0], states[1]

    def _collecting(self, side: SidePlan, starts: dict[Hole, tuple[Any, Term]]) -> Any:
        def collect(where: str, at: int, sort: Any, term: Term) -> Term:
            starts[(side.start.side.value, where, at)] = (sort, term)
            return term

        return collect

    def _filling(self, side: SidePlan, terms: dict[Hole, Term]) -> Any:
        def fill(where: str, at: int, _: Any, __: Term) -> Term:
            return terms[(side.start.side.value, where, at)]

        return fill

    def _visit(self, context: Context, side: SidePlan, state: State, hole: Any) -> None:
        """Replace every hole of a state, registers first and the world last."""
        context.state = state
        for place, form in side.places.items():
            if form.kind == "seen":
                context.term_of(Local(place))
        for name, form in side.registers.items():
            counter = _Counter(name, hole)
            state.registers[name] = filled(context, form, state.registers[name], counter)
        for place, form in side.places.items():
            counter = _Counter(str(place), hole)
            thing = thing_filled(form, state.heap[place], side.keys.get(place, ""), counter)
            state.heap = {**state.heap, place: thing}
        if side.changes_world:
            state.world = hole("world", 0, W, state.world)

    def _group(self, context: Context, starts: dict[Hole, tuple[Any, Term]]) -> None:
        """Put holes together that may be equal, or whole numbers that keep their distance."""
        self._classes = []
        for hole, (sort, term) in starts.items():
            for group in self._classes:
                relation = self._relation(context, hole, sort, term, group, starts)
                if relation is not None:
                    group.members.append((hole, *relation))
                    break
            else:
                self._classes.append(_Class(fresh("any", sort), [(hole, 1, z3.IntVal(0))]))

    def _relation(
        self,
        context: Context,
        hole: Hole,
        sort: Any,
        term: Term,
        group: _Class,
        starts: dict[Hole, tuple[Any, Term]],
    ) -> tuple[int, Term] | None:
        """The sign and the distance by which a hole may follow the first of a class."""
        first = group.members[0][0]
        other_sort, other = starts[first]
        if other_sort != sort:
            return None
        pair = frozenset({hole, first})
        if sort == INT:
            for sign in (1, -1):
                if (pair, sign) not in self._apart:
                    return sign, z3.simplify(term - sign * other)
            return None
        if (pair, 1) in self._apart:
            return None
        is_equal = term.eq(other) or context.path.is_certain(term == other)
        return (1, z3.IntVal(0)) if is_equal else None

    def _terms(self) -> dict[Hole, Term]:
        return {
            hole: related(group.base, sign, distance)
            for group in self._classes
            for hole, sign, distance in group.members
        }

    def _learn_of_walks(self, context: Context, state: State) -> None:
        for value in state.registers.values():
            for walk in _walks(value):
                context.path.learn(walk.taken.term >= 0)
                if walk.kind == "range":
                    start, stop, by = (one.term for one in walk.sources if isinstance(one, Int))
                    if not z3.is_int_value(by):
                        continue
                    last = start + (walk.taken.term - 1) * by
                    inside = last < stop if by.as_long() > 0 else last > stop
                    context.path.learn(z3.Or(walk.taken.term == 0, inside))

    def _guess_bounds(
        self, context: Context, starts: dict[Hole, tuple[Any, Term]], terms: dict[Hole, Term]
    ) -> None:
        """Guess that whole numbers only grow, or only shrink."""
        self._bounds = []
        for group in self._classes:
            hole = group.members[0][0]
            sort, start = starts[hole]
            if sort != INT:
                continue
            for word in ("grows", "shrinks"):
                if (hole, word) not in self._broken:
                    self._bounds.append((hole, word, start))
                    context.path.learn(_bound(word, terms[hole], start))

    def check(self, context: Context, old: State, new: State) -> None:
        """See whether an iteration kept what was guessed; raise `Weaker` where it did not."""
        states = (old.copy(), new.copy())
        if self._forms_changed(context, states):
            raise Weaker(self)
        terms: dict[Hole, Term] = {}
        grown = False
        for side, state in zip(self._sides, states, strict=True):
            context.state = state
            word = side.start.side.value
            for name, form in side.registers.items():
                for at, term in enumerate(holes(context, form, state.registers[name])):
                    terms[(word, name, at)] = term
            for place, form in side.places.items():
                for at, term in enumerate(thing_holes(form, state.heap[place])):
                    terms[(word, str(place), at)] = term
            if side.changes_world:
                terms[(word, "world", 0)] = state.world
            elif not state.world.eq(side.start_world):
                side.changes_world = grown = True
        if grown:
            raise Weaker(self)
        self._check_classes(context, terms)
        self._check_bounds(context, terms)

    def _check_classes(self, context: Context, terms: dict[Hole, Term]) -> None:
        apart = False
        for group in self._classes:
            first = group.members[0][0]
            for hole, sign, distance in group.members[1:]:
                left, right = terms[hole], related(terms[first], sign, distance)
                if left.eq(right) or context.path.is_certain(left == right):
                    continue
                self._apart.add((frozenset({hole, first}), sign))
                apart = True
        if apart:
            raise Weaker(self)

    def _check_bounds(self, context: Context, terms: dict[Hole, Term]) -> None:
        broken = False
        for hole, word, start in self._bounds:
            if not context.path.is_certain(_bound(word, terms[hole], start)):
                self._broken.add((hole, word))
                broken = True
        if broken:
            raise Weaker(self)

    def _forms_changed(self, context: Context, states: tuple[State, State]) -> bool:
        changed = False
        for side, state in zip(self._sides, states, strict=True):
            context.state = state
            for name, form in side.registers.items():
                now = state.registers[name]
                try:
                    covered = joined(form, side.start.registers[name], now)
                except MixedWalks:
                    raise GaveUp("iterators of several kinds") from None
                if covered != form:
                    side.registers[name] = covered
                    changed = True
            for place, form in side.places.items():
                thing = state.heap[place]
                covered = thing_joined(form, side.start.heap[place], thing)
                if isinstance(thing, DictObject) and thing.keys != side.keys.get(place, ""):
                    side.keys[place] = thing.keys
                    changed = True
                if covered != form:
                    side.places[place] = covered
                    changed = True
        return changed


class _Counter:
    """Numbers the holes of one register or place."""

    def __init__(self, where: str, hole: Any) -> None:
        self._where = where
        self._hole = hole
        self._at = -1

    def __call__(self, sort: Any, term: Term) -> Term:
        self._at += 1
        return self._hole(self._where, self._at, sort, term)


def _bound(word: str, term: Term, start: Term) -> Term:
    return term >= start if word == "grows" else term <= start


def _side(state: State, live: frozenset[str]) -> SidePlan:
    names = sorted(name for name in live if name in state.registers and name != RAISED)
    places: dict[int, Form] = {}
    todo: list[Value] = [state.registers[name] for name in names]
    while todo:
        value = todo.pop()
        if isinstance(value, Local) and value.place not in places:
            places[value.place] = SAME
            todo.extend(inside(state.heap[value.place]))
        else:
            todo.extend(inside(value))
    return SidePlan(state, dict.fromkeys(names, SAME), dict(sorted(places.items())))


def _walks(value: Value) -> list[Walk]:
    if not isinstance(value, Walk):
        return []
    return [value, *(inner for source in value.sources for inner in _walks(source))]
