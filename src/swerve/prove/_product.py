"""Do two programs do the same on every way that they can take together?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

from swerve.model import Side
from swerve.prove._induction import Plan, Weaker
from swerve.prove._machine import AtLoop, Back, Done, Dropped, Event, Machine
from swerve.prove._path import GaveUp, Path
from swerve.prove._program import Program
from swerve.prove._state import Context, Settings, State
from swerve.prove._terms import TRUE, Term, W, applied
from swerve.prove._values import MISSING

#: Guesses about one pair of loops before they are given up.
_MOST_GUESSES = 40
#: Possible differences to look at before the best is taken.
_MOST_DIFFERENCES = 6


@dataclass(frozen=True, slots=True)
class Difference:
    """A way on which the versions end differently, and values that lead there."""

    model: Any
    old: State
    new: State
    #: Nothing on the way is without a meaning.
    is_exact: bool


class NotProved(Exception):
    """The versions could not be shown to agree on some way."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Product:
    """Both versions, followed side by side."""

    def __init__(
        self, old: Program, new: Program, settings: Settings, path: Path, *, is_marked: bool
    ) -> None:
        self.context = Context(path, settings, is_marked=is_marked)
        self._path = path
        self._settings = settings
        self._old = Machine(old, self.context)
        self._new = Machine(new, self.context)
        self._plans: list[Plan] = []
        #: The guess that is being tried: until it carries itself, nothing else counts.
        self._trying: Plan | None = None
        self.is_bounded = False
        self.differences: list[Difference] = []

    def run(self) -> None:
        """Follow both versions. Raises `NotProved` or `GaveUp` unless they always agree."""
        old, new = (
            State(
                side=side,
                at=0,
                registers=dict.fromkeys(machine.program.unbound, MISSING),
                heap={},
                world=applied("world at the start", W),
                is_calm=machine.program.is_whole,
            )
            for side, machine in ((Side.OLD, self._old), (Side.NEW, self._new))
        )
        try:
            self._explore(old, new)
        except Weaker:
            raise GaveUp("the solver could not tell what a loop keeps") from None
        if self.differences:
            raise NotProved("the versions may end differently")

    def _explore(self, old: State, new: State) -> None:
        self._old.run(old, lambda event: self._follow(event, new))

    def _follow(self, event: Event, new: State) -> None:
        if isinstance(event, Dropped):
            self.is_bounded = True
            return
        self._new.run(new.copy(), lambda other: self._meet(event, other))

    def _meet(self, old: Event, new: Event) -> None:
        match old, new:
            case _, Dropped():
                self.is_bounded = True
            case Done(), Done():
                self._compare(old, new)
            case AtLoop(), AtLoop():
                self._by_induction(old, new)
            case Back(), Back():
                self._back(old, new)
            case _:
                self._fail("the loops do not go together")

    def _fail(self, why: str) -> None:
        if self._trying is None and self._path.is_possible(TRUE):
            raise NotProved(why)

    def _by_induction(self, old: AtLoop, new: AtLoop) -> None:
        trying = self._trying
        if trying is not None and old.state.at not in self._old.extents[trying.loops[0]]:
            return
        live = (
            self._old.program.live[old.loop],
            self._new.program.live[new.loop],
        )
        plan = Plan((old.loop, new.loop), old.state, new.state, live)
        plans, depth = self._plans, self._path.depth
        for _ in range(_MOST_GUESSES):
            self._plans = [*plans, plan]
            try:
                self._trying = plan
                self._explore(*plan.any_iteration(self.context))
                self._path.back_to(depth)
                self._trying = trying
                self._explore(*plan.any_iteration(self.context))
            except Weaker as weaker:
                if weaker.plan is not plan:
                    raise
                continue
            finally:
                self._path.back_to(depth)
                self._trying = trying
            self._plans = plans
            return
        raise GaveUp("no guess about a loop carried itself")

    def _back(self, old: Back, new: Back) -> None:
        for plan in reversed(self._plans):
            if plan.loops == (old.loop, new.loop):
                if self._trying in (None, plan):
                    plan.check(self.context, old.state, new.state)
                return
        self._fail("the loops do not go together")

    def _compare(self, old: Done, new: Done) -> None:
        if self._trying is not None:
            return
        if old.has_raised != new.has_raised:
            self._differ(TRUE, old, new)
            return
        ours, theirs = self._ending(old), self._ending(new)
        if all(map(_is_one, ours, theirs)):
            return
        agree = z3.And(*(left == right for left, right in zip(ours, theirs, strict=True)))
        certain = self._path.is_certain(agree)
        if certain is None:
            raise GaveUp("the solver could not tell whether the results agree")
        if not certain:
            self._differ(z3.Not(agree), old, new)

    def _ending(self, event: Done) -> tuple[Term, Term]:
        """What the caller gets, and the world that it finds."""
        state = event.state.copy()
        self.context.state = state
        term = self.context.term_of(event.value)
        return term, state.world

    def _differ(self, condition: Term, old: Done, new: Done) -> None:
        if self._settings.bound is None:
            self._fail("the versions may end differently")
            return
        model = self._path.model_of(condition)
        if model is None:
            return
        is_exact = _is_exact(self._path.terms)
        self.differences.append(Difference(model, old.state, new.state, is_exact))
        if is_exact or len(self.differences) >= _MOST_DIFFERENCES:
            raise NotProved("the versions end differently")


def _is_one(left: Term, right: Term) -> bool:
    return bool(left.eq(right))


def _is_exact(terms: tuple[Term, ...]) -> bool:
    """Say whether conditions mention nothing that has no meaning."""
    seen: set[int] = set()
    todo = list(terms)
    while todo:
        term = todo.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if term.num_args() and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            name = term.decl().name()
            if not name.startswith(_MEANINGFUL):
                return False
        todo.extend(term.children())
    return True


_MEANINGFUL = ("list content", "dict ", "new ", "world with new ", "write ", "message ")
