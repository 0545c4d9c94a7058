"""Which calls does a contract not allow, and which does it speak of?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from swerve.engines._engine import Budget
from swerve.engines.opened import Draws
from swerve.meaning.contract import (
    Case,
    Classes,
    ClauseKind,
    Contract,
    Faulty,
    Intended,
    Judgement,
    ObservedCall,
    SideRun,
    Signature,
    Unclear,
    Unintended,
    distance,
    judge,
)
from swerve.model import DifferenceKind, Realism, Witness, work
from swerve.model.behaviour import Behaviour, Unfinished
from swerve.observe.comparison import Different, Rules
from swerve.observe.recipe import CallRecipe, Name, encode_call, python_of
from swerve.observe.snapshot import decode, show
from swerve.run.host import Compared, Entered, Lane, Sides
from swerve.run.refusals import REFUSALS, is_refused, lacks_something
from swerve.run.shrink import shrunk
from swerve.run.workspace import witness_of

from ._aiming import Near, aim
from ._limits import AIM_S, MOST_WITNESSES, SEARCH_A_ROUND, SHRINK_CALLS, SHRINK_S
from .repaired import Repair


class Search:
    """The calls that were made, by what the contract says about them."""

    def __init__(
        self, asking: Asking, sides: Sides, budget: Budget, repair: Repair | None = None
    ) -> None:
        """`repair` says how a call is made of a new version with other parameters."""
        self._asking = asking
        self._sides = sides
        self._budget = budget
        self._repair = repair
        self.runs = 0
        self.relevant: Counter[Case] = Counter()
        self.fault: Faulty | None = None
        self.unclear = ""
        self._intended: dict[Case | None, tuple[Compared, Intended]] = {}
        self._unintended: dict[object, tuple[Compared, Unintended]] = {}

    def run(self, calls: Sequence[CallRecipe]) -> list[Entered]:
        """Make the calls; go on behind a violation, there may be others. Those that count."""
        source = iter(calls)
        found: list[Entered] = []
        while batch := list(islice(source, SEARCH_A_ROUND)):
            for entered in list(self._sides.run_seeing_entries(batch, self._budget.deadline)):
                if not self._asking.is_asked(entered.compared):
                    continue
                self.runs += 1
                self._note(entered.compared, self._asking.about(entered))
                found.append(entered)
            if len(self._unintended) >= MOST_WITNESSES or not self._budget.seconds_left:
                break
        return found

    def aim(self, known: Sequence[Entered], draws: Draws | None, cases: Sequence[Case]) -> None:
        """Look for calls of cases that none was of."""
        asking = self._asking
        for case in cases:

            def near(made: Sequence[Entered], case: Case = case) -> list[Near]:
                return [Near(asking.distance(case, each), each.compared.call) for each in made]

            seconds = min(AIM_S, self._budget.seconds_left / 2)
            aim(
                asking.contract,
                case,
                asking.old,
                near(known),
                draws,
                lambda calls: near(self.run(calls)),
                work.now() + seconds,
            )

    def _note(self, compared: Compared, judgement: Judgement) -> None:
        match judgement:
            case Intended(cases, _, difference):
                self.relevant.update(cases)
                if difference is not None:
                    for case in cases or (None,):
                        self._intended.setdefault(case, (compared, judgement))
            case Unintended(violations):
                self.relevant.update(each.case for each in violations if each.case is not None)
                self._unintended.setdefault(_clause(judgement), (compared, judgement))
            case Faulty():
                self.fault = self.fault or judgement
            case Unclear(why):
                self.unclear = self.unclear or why

    def violations(self) -> Iterator[Witness]:
        """A call for each clause that is violated, every time it is made."""
        for compared, judgement in self._unintended.values():
            witness = self._violated(compared, judgement)
            if witness is not None:
                yield witness

    def as_meant(self) -> Iterator[Witness]:
        """A call for each case, on which the versions differ as it says."""
        for compared, judgement in self._intended.values():
            again = self._sides.confirm(compared.call)
            if isinstance(again.agreement, Different):
                shown = witness_of(again, again.agreement, "contract", Realism.TYPED)
                why = judgement.why + self._told(again.call)
                yield replace(shown, judgement="intended", why=why)

    def _violated(self, compared: Compared, judgement: Unintended) -> Witness | None:
        """The smallest call that violates the same clause, if it does so every time."""
        wanted = _clause(judgement)

        def is_like(said: Judgement) -> bool:
            return isinstance(said, Unintended) and _clause(said) == wanted

        def first_like(calls: Sequence[CallRecipe]) -> int | None:
            made = list(self._sides.run_seeing_entries(calls, until))
            likes = (
                index
                for index, each in enumerate(made)
                if self._asking.is_asked(each.compared) and is_like(self._asking.about(each))
            )
            return next(likes, None)

        seconds = min(SHRINK_S, self._budget.seconds_left)
        until = work.now() + seconds
        small = shrunk(compared.call, first_like, seconds, SHRINK_CALLS)
        for call in {encode_call(each): each for each in (small, compared.call)}.values():
            again = self._sides.confirm(call)
            said = self._asking.about_confirmed(again, self._sides)
            if isinstance(said, Unintended) and is_like(said) and _is_shown(said, again):
                return self._witness(again, said)
        return None

    def _told(self, call: CallRecipe) -> str:
        """How the new version was called, where that is not to be seen."""
        if self._repair is None:
            return ""
        return f"; the new version was called as `{python_of(self._repair(call)).expression}`"

    def _witness(self, compared: Compared, judgement: Unintended) -> Witness:
        different = compared.agreement
        if not isinstance(different, Different):  # what was to change did not
            old, new = _ending(compared.old), _ending(compared.new)
            different = Different(DifferenceKind.RETURN, "outcome", old, new)
        shown = witness_of(compared, different, "contract", Realism.TYPED)
        if different is not compared.agreement:
            because = "both versions do the same, but the contract requires a difference"
            shown = replace(shown, because=because)
        why = judgement.why + self._told(compared.call)
        return replace(shown, judgement="unintended", why=why)


def _is_shown(judgement: Unintended, compared: Compared) -> bool:
    """Whether a difference that is violated itself is there in every round."""
    clause = judgement.violations[0].clause
    if clause is None or clause.kind is ClauseKind.PRESERVES_WHEN:
        return isinstance(compared.agreement, Different)
    return True


def _clause(judgement: Unintended) -> object:
    """What a violation has in common with others of its kind."""
    first = judgement.violations[0]
    return first.span, first.clause is None


def _ending(behaviour: Behaviour) -> str:
    """What a call gave or raised, for a person."""
    if not behaviour.snapshot:
        return "did not finish"
    graph = decode(behaviour.snapshot)
    name, index = graph.roots[0]
    return f"{'raised ' if name == 'exception' else ''}{show(graph, index)}"


# --- asking ---------------------------------------------------------------------------------------

# What does a contract say about a call that was made?


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a contract about calls."""

    contract: Contract
    old: Signature
    new: Signature
    rules: Rules
    classes: Classes

    def is_asked(self, compared: Compared) -> bool:
        """Whether a call is one to ask about: it was meant for the function.

        What the old version refused was not, unless the contract speaks of such errors.
        """
        if lacks_something(compared):
            return False
        return not is_refused(compared.old) or any(
            each.name in REFUSALS
            for case in self.contract.cases
            for clause in case.of(ClauseKind.WHEN_SIGNALED)
            for each in clause.exceptions
        )

    def about(self, entered: Entered) -> Judgement:
        """What the contract says about a call."""
        call = ObservedCall(
            SideRun(entered.old.snapshot, entered.compared.old, self.old),
            SideRun(entered.new.snapshot, entered.compared.new, self.new),
        )
        return judge(self.contract, call, self.classes, self.rules)

    def about_confirmed(self, compared: Compared, sides: Sides) -> Judgement:
        """The same for a call that was made alone."""
        return self.about(Entered(compared, *sides.entries(compared.call)))

    def distance(self, case: Case, entered: Entered) -> float:
        """How far a call is from the update condition of a case."""
        run = SideRun(entered.old.snapshot, entered.compared.old, self.old)
        return distance(self.contract, case, run, self.classes)


class Bases(Mapping[str, tuple[str, ...]]):
    """The bases of classes of the project, asked for when somebody wants to know.

    Must not be asked while calls are on their way.
    """

    def __init__(self, *lanes: Lane) -> None:
        self._lanes = lanes
        self._known: dict[str, tuple[str, ...]] = {}

    def __getitem__(self, name: str) -> tuple[str, ...]:
        if name not in self._known:
            self._known[name] = self._described(name)
        found = self._known[name]
        if not found:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def _described(self, name: str) -> tuple[str, ...]:
        parts = name.split(".")
        for at in range(len(parts) - 1, 0, -1):
            wanted = Name(".".join(parts[:at]), ".".join(parts[at:]))
            for lane in self._lanes:
                inventory = lane.describe(wanted)
                if isinstance(inventory, Unfinished) or wanted not in inventory.classes:
                    continue
                found: dict[str, None] = {}
                waiting = list(inventory.classes[wanted].bases)
                for base in waiting:
                    found[_text(base)] = None
                    known = inventory.classes.get(base)
                    waiting += [] if known is None or len(waiting) > 99 else known.bases
                return tuple(found)
        return ()


def _text(name: Name) -> str:
    return name.qualname if name.module == "builtins" else f"{name.module}.{name.qualname}"
