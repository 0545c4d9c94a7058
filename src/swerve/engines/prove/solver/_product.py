"""Do two programs do the same on every way that they can take together?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

import z3

from swerve.model import Side

from .._limits import MOST_DIFFERENCES, MOST_GUESSES
from ..lowering._program import Next, Program
from ._claims import Broken, Claim
from ._clauses import NoClause, TooManyItems
from ._induction import LoopGuess, Weaker
from ._machine import MOST_FORKS, AtLoop, Back, Done, Dropped, Event, Machine, Then
from ._path import Fork, GaveUp, Path
from ._state import Context, Settings, State
from ._terms import TRUE, Term, W, applied, negated
from ._values import MISSING, Shape, Walk
from ._views import end_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A way on which the versions end differently, and values that lead there."""

    model: Any
    old: State
    new: State
    #: Nothing on the way is without a meaning.
    is_exact: bool
    #: What of the contract is violated, where there is one.
    broken: Broken | None = None


class NotProved(Exception):
    """The versions could not be shown to agree on some way."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Product:
    """Both versions, followed side by side."""

    def __init__(
        self,
        old: Program,
        new: Program,
        settings: Settings,
        path: Path,
        *,
        is_marked: bool,
        claim: Claim | None = None,
        fields: Mapping[str, Shape] | None = None,
        seeks_kept: bool = False,
    ) -> None:
        self.context = Context(path, settings, is_marked=is_marked, fields=fields or {})
        #: What is to be shown of all ends; `None`: that they are the same.
        self.claim = claim
        #: Whether any end keeps the contract is all that is asked.
        self._seeks_kept = seeks_kept
        self._path = path
        self._settings = settings
        self._old = Machine(old, self.context)
        self._new = Machine(new, self.context)
        self._plans: list[LoopGuess] = []
        #: The guess that is being tried: until it carries itself, nothing else counts.
        self._trying: LoopGuess | None = None
        self.is_bounded = False
        self.differences: list[Difference] = []
        #: A clause that has no meaning on some way.
        self.unclear: NoClause | None = None
        #: Ends that keep the contract.
        self.kept = 0
        #: Why it is not known of all ends whether they differ; empty where it is.
        self._unsettled = ""

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
            raise GaveUp("the solver could not determine what a loop preserves") from None
        if self.differences:
            raise NotProved("the versions may end differently")
        if self.unclear is not None:
            raise self.unclear
        if self._unsettled:
            raise GaveUp(self._unsettled)

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
            case AtLoop(), Done() if self.claim is not None and self._trying is None:
                self._alone(self._old, old, lambda event: self._meet(event, new))
            case Done(), AtLoop() if self.claim is not None and self._trying is None:
                self._alone(self._new, new, lambda event: self._meet(old, event))
            case Back(), Back():
                self._back(old, new)
            case _:
                self._fail("the loops could not be aligned")

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
        plan = LoopGuess((old.loop, new.loop), old.state, new.state, live)
        plans = self._plans

        def attempt() -> None:
            self._plans = [*plans, plan]
            try:
                self._trying = plan
                self._explore(*plan.any_iteration(self.context))
                self._path.back_to(depth)
                self._trying = trying
                self._explore(*plan.any_iteration(self.context))
            finally:
                self._trying = trying
            self._plans = plans

        depth = self._path.depth
        self._guess(plan, attempt)

    def _guess(self, plan: LoopGuess, attempt: Callable[[], None]) -> None:
        """Attempt something with ever weaker guesses, until they carry themselves."""
        depth = self._path.depth
        for _ in range(MOST_GUESSES):
            try:
                attempt()
            except Weaker as weaker:
                if weaker.plan is not plan:
                    raise
            else:
                return
            finally:
                self._path.back_to(depth)
        raise GaveUp("no loop invariant was found")

    def _alone(self, machine: Machine, start: AtLoop, then: Then) -> None:
        """Run the loop of a version whose other version is at its end already."""
        loop = start.loop
        self._note_ending(machine, start)
        live = machine.program.live[loop]
        plan = LoopGuess((loop, loop), start.state, start.state, (live, live))
        depth = self._path.depth

        def check(event: Event) -> bool:
            if isinstance(event, Back) and event.loop == loop:
                plan.check(self.context, event.state, event.state)
                return True
            return False

        def guess(event: Event) -> None:
            if not check(event) and _is_inner(event, machine, loop):
                self._alone(machine, event, guess)

        def follow(event: Event) -> None:
            if check(event):
                return
            if _is_inner(event, machine, loop):
                self._alone(machine, event, follow)
            else:
                then(event)

        def attempt() -> None:
            machine.run(plan.any_iteration(self.context)[0], guess)
            self._path.back_to(depth)
            machine.run(plan.any_iteration(self.context)[0], follow)

        self._guess(plan, attempt)

    def _note_ending(self, machine: Machine, start: AtLoop) -> None:
        """See to it that a loop which only the new version runs ends: else a call may hang."""
        if start.state.side is Side.OLD:
            return
        head = machine.program.code[start.state.at]
        walk = start.state.registers.get(head.iterator) if isinstance(head, Next) else None
        if not isinstance(walk, Walk) or walk.kind == "opaque":
            self._fail("a loop that only the new version runs may not terminate")
        elif walk.kind not in ("range", "text", "tuple"):
            line = getattr(head, "line", 0)
            self.context.assume(f"the loop at line {line} of the new version terminates")

    def _back(self, old: Back, new: Back) -> None:
        for plan in reversed(self._plans):
            if plan.loops == (old.loop, new.loop):
                if self._trying in (None, plan):
                    plan.check(self.context, old.state, new.state)
                return
        self._fail("the loops could not be aligned")

    def _compare(self, old: Done, new: Done) -> None:
        if self._trying is not None:
            return
        if self.claim is None:
            self._agree(old, new, None)
        else:
            self._judge(self.claim, old, new)

    def _judge(self, claim: Claim, old: Done, new: Done) -> None:
        """Hold two ends against the contract, on each way that its clauses part."""
        self.context.state = new.state.copy()
        ends = {
            side: end_of(one.state, one.value, has_raised=one.has_raised)
            for side, one in ((Side.OLD, old), (Side.NEW, new))
        }
        try:
            verdict = claim.verdict(self.context, ends)
        except Fork as fork:
            if self._path.forks > MOST_FORKS:
                raise GaveUp("too many paths through the contract") from None
            self._path.hurry()
            for condition in (fork.condition, negated(fork.condition)):
                depth = self._path.depth
                self._path.learn(condition)
                self._judge(claim, old, new)
                self._path.back_to(depth)
            return
        except TooManyItems:
            self.is_bounded = True
            return
        except NoClause as error:
            if self._settings.bound is not None:
                self.unclear = error
            elif self._path.is_possible(TRUE):
                raise
            return
        if verdict.broken is not None:
            self._differ(TRUE, old, new, verdict.broken)
        elif verdict.if_different is not None:
            self._agree(old, new, verdict.if_different)
        elif self._path.is_possible(TRUE):
            self.kept += 1

    def _agree(self, old: Done, new: Done, broken: Broken | None) -> None:
        if old.has_raised != new.has_raised:
            self._differ(TRUE, old, new, broken)
            return
        ours, theirs = self._ending(old), self._ending(new)
        if all(map(_is_one, ours, theirs)):
            self.kept += 1
            return
        agree = z3.And(*(left == right for left, right in zip(ours, theirs, strict=True)))
        certain = self._path.is_certain(agree)
        if certain is None:
            raise GaveUp("the solver could not determine whether the results agree")
        if certain or (self._seeks_kept and self._path.is_possible(agree)):
            self.kept += 1
        if not certain:
            self._differ(z3.Not(agree), old, new, broken)

    def _ending(self, event: Done) -> tuple[Term, Term]:
        """What the caller gets, and the world that it finds."""
        state = event.state.copy()
        self.context.state = state
        term = self.context.term_of(event.value)
        return term, state.world

    def _differ(self, condition: Term, old: Done, new: Done, broken: Broken | None) -> None:
        if self._seeks_kept:
            return
        if self._settings.bound is None:
            self._fail("the versions may end differently")
            return
        try:
            model = self._path.model_of(condition)
        except GaveUp as error:  # others may differ for sure
            self._unsettled = error.why
            return
        if model is None:
            return
        is_exact = _is_exact(self._path.terms)
        self.differences.append(Difference(model, old.state, new.state, is_exact, broken))
        if is_exact or len(self.differences) >= MOST_DIFFERENCES:
            raise NotProved("the versions end differently")


def _is_inner(event: Event, machine: Machine, loop: int) -> TypeGuard[AtLoop]:
    return isinstance(event, AtLoop) and event.state.at in machine.extents[loop]


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
