"""Does what both versions do with calls agree with the contract of the change?"""

from __future__ import annotations

import ast
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from swerve.behaviour import Behaviour
from swerve.compare import Different, Rules
from swerve.contract import (
    Case,
    Contract,
    Faulty,
    Intended,
    Judgement,
    ObservedCall,
    SideRun,
    Signature,
    Unclear,
    Unintended,
    judge,
    signatures_in,
)
from swerve.engines._engine import Budget
from swerve.engines._opened_sides import opened_sides
from swerve.engines._places import Places
from swerve.engines._project_witness import witness_of
from swerve.engines._refusals import has_stand_in, is_refused, lacks_something
from swerve.engines._seeds import calls_in
from swerve.engines._shrink import shrunk
from swerve.engines._written_anew import written_anew
from swerve.engines.contracted._repaired import repaired
from swerve.host import Compared, Sides
from swerve.model import (
    NOTHING_LEARNED,
    DifferenceKind,
    Evidence,
    Findings,
    Function,
    Learned,
    ModuleImports,
    Pair,
    Realism,
    Verdict,
    Witness,
)
from swerve.recipe import CallRecipe, encode_call
from swerve.snapshot import decode, show
from swerve.syntax import Unreadable, parse

_IMPORT_S, _CALL_S = 20.0, 0.5
_SHRINK_S, _SHRINK_CALLS = 2.0, 600
_MOST_CALLS = 600
_MOST_WITNESSES = 3


@dataclass(frozen=True, slots=True)
class Contracted:
    """Makes the calls that others know, and asks the contract about each."""

    places: Places
    #: File of the new side -> the modules of both sides, where both can be imported.
    modules: Mapping[str, ModuleImports]
    #: Id of a pair -> what was meant to change.
    contracts: Mapping[str, Contract]
    rules: Rules = field(default_factory=Rules)
    #: Whether others come after this one.
    is_quick: bool = False
    name: str = "contract"
    runs_code: bool = True

    def concerns(self, pair: Pair) -> bool:
        """Whether the pair has a contract."""
        return pair.id in self.contracts

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call that the contract does not allow, and for calls of each of its cases."""
        contract = self.contracts[pair.id]
        modules = self.modules.get(pair.new.module.path)
        if modules is None or not modules.works or modules.old is None or modules.new is None:
            return _left_open(pair, "not asked: its module cannot be imported")
        calls = [call for call in calls_in(learned.calls) if not has_stand_in(call)]
        if not calls:
            return _left_open(pair, "not asked: no call is known that the old version takes")
        old, new = _signature(pair.old), _signature(pair.new)
        if old is None or new is None:
            return _left_open(pair, "not asked: the function stands inside another")
        anew = written_anew(pair, modules.old, modules.new)
        with opened_sides(
            self.places,
            (modules.old, modules.new),
            self.rules,
            budget.seed,
            import_s=min(_IMPORT_S, budget.seconds_left),
            call_s=_CALL_S,
            as_new=_both(repaired(contract, old, new), anew),
        ) as sides:
            if isinstance(sides, str):
                return _left_open(pair, f"not asked: {sides}")
            asking = _Asking(contract, sides, old, new, self.rules)
            search = _Search(pair, asking, sides, budget)
            search.run(calls[:_MOST_CALLS])
            return search.findings(is_quick=self.is_quick)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks a contract about calls."""

    contract: Contract
    sides: Sides
    old: Signature
    new: Signature
    rules: Rules

    def about(self, compared: Compared) -> Judgement:
        """What the contract says about a call that was made."""
        was, now = self.sides.entries(compared.call)
        call = ObservedCall(
            SideRun(was.snapshot, compared.old, self.old),
            SideRun(now.snapshot, compared.new, self.new),
        )
        return judge(self.contract, call, rules=self.rules)


class _Search:
    """The calls that were made, by what the contract says about them."""

    def __init__(self, pair: Pair, asking: _Asking, sides: Sides, budget: Budget) -> None:
        self._pair = pair
        self._asking = asking
        self._sides = sides
        self._budget = budget
        self._runs = 0
        self._relevant: Counter[Case] = Counter()
        self._intended: dict[Case | None, tuple[Compared, Intended]] = {}
        self._unintended: dict[object, tuple[Compared, Unintended]] = {}
        self._fault: Faulty | None = None
        self._unclear = ""

    def run(self, calls: Sequence[CallRecipe]) -> None:
        """Make the calls; go on behind a violation, there may be others."""
        for compared in self._sides.run(calls, self._budget.deadline):
            if is_refused(compared.old) or lacks_something(compared):
                continue
            self._runs += 1
            self._note(compared, self._asking.about(compared))
            if len(self._unintended) == _MOST_WITNESSES or not self._budget.seconds_left:
                break

    def _note(self, compared: Compared, judgement: Judgement) -> None:
        match judgement:
            case Intended(cases, _, difference):
                self._relevant.update(cases)
                if difference is not None:
                    for case in cases or (None,):
                        self._intended.setdefault(case, (compared, judgement))
            case Unintended(violations):
                self._relevant.update(each.case for each in violations if each.case is not None)
                self._unintended.setdefault(_clause(judgement), (compared, judgement))
            case Faulty():
                self._fault = self._fault or judgement
            case Unclear(why):
                self._unclear = self._unclear or why

    def findings(self, *, is_quick: bool) -> Findings:
        """The verdict, where calls decide it."""
        witnesses = [
            witness
            for compared, judgement in self._unintended.values()
            if (witness := self._violated(compared, judgement)) is not None
        ]
        if not witnesses and is_quick:
            return Findings(self._evidence())
        for compared, judgement in self._intended.values():
            again = self._sides.confirm(compared.call)
            if isinstance(again.agreement, Different):
                shown = witness_of(again, again.agreement, "contract", Realism.TYPED)
                witnesses.append(replace(shown, judgement="intended", why=judgement.why))
        if self._fault is not None:
            return Findings(self._evidence(), None, self._fault.why, tuple(witnesses))
        if not witnesses:
            return Findings(self._evidence())
        first = witnesses[0]
        if not any(_differs(each) for each in witnesses):
            return Findings(self._evidence(), None, first.why or "", tuple(witnesses))
        return Findings(self._evidence(), Verdict.CHANGED, first.because, tuple(witnesses))

    def _violated(self, compared: Compared, judgement: Unintended) -> Witness | None:
        """The smallest call that violates the same clause, if it does so every time."""
        wanted = _clause(judgement)

        def first_like(calls: Sequence[CallRecipe]) -> int | None:
            for index, each in enumerate(self._sides.run(calls, until)):
                if is_refused(each.old):
                    continue
                said = self._asking.about(each)
                if isinstance(said, Unintended) and _clause(said) == wanted:
                    return index
            return None

        seconds = min(_SHRINK_S, self._budget.seconds_left)
        until = time.monotonic() + seconds
        call = shrunk(compared.call, first_like, seconds, _SHRINK_CALLS)
        for each in dict.fromkeys(map(encode_call, (call, compared.call))):
            made = call if each == encode_call(call) else compared.call
            again = self._sides.confirm(made)
            said = self._asking.about(again)
            if isinstance(said, Unintended) and _clause(said) == wanted:
                return _witness(again, said)
        return None

    def _evidence(self) -> Evidence:
        contract = self._asking.contract
        words = [f"{self._runs} calls"]
        for case in contract.cases:
            name = f'case "{case.name}"' if case.name else "the contract"
            count = self._relevant[case]
            words.append(
                f"{count} satisfy the update condition of {name}"
                if count
                else f"none satisfies the update condition of {name} "
                f"({contract.file}:{case.span.line})"
            )
        if self._unclear:
            words.append(f"unclear: {self._unclear}")
        return Evidence("contract", self._runs, _changed(self._pair), 0, 0, "; ".join(words))


def _witness(compared: Compared, judgement: Unintended) -> Witness:
    different = compared.agreement
    if not isinstance(different, Different):  # what was to change did not
        old, new = _ending(compared.old), _ending(compared.new)
        different = Different(DifferenceKind.RETURN, "outcome", old, new)
    shown = witness_of(compared, different, "contract", Realism.TYPED)
    return replace(shown, judgement="unintended", why=judgement.why)


def _ending(behaviour: Behaviour) -> str:
    """What a call gave or raised, for a person."""
    if not behaviour.snapshot:
        return "did not finish"
    graph = decode(behaviour.snapshot)
    name, index = graph.roots[0]
    return f"{'raised ' if name == 'exception' else ''}{show(graph, index)}"


def _differs(witness: Witness) -> bool:
    return witness.old != witness.new


def _clause(judgement: Unintended) -> object:
    """What a violation has in common with others of its kind."""
    first = judgement.violations[0]
    return first.span, first.clause is None


def _signature(function: Function) -> Signature | None:
    tree = parse(function.module.text)
    if isinstance(tree, Unreadable) or not isinstance(tree, ast.Module):
        return None
    return next((each for each in signatures_in(tree) if each.function == function.name), None)


def _both(
    first: Callable[[CallRecipe], CallRecipe] | None,
    second: Callable[[CallRecipe], CallRecipe] | None,
) -> Callable[[CallRecipe], CallRecipe] | None:
    if first is None or second is None:
        return first or second
    return lambda call: second(first(call))


def _changed(pair: Pair) -> int:
    return len(pair.old.changed_lines) + len(pair.new.changed_lines)


def _left_open(pair: Pair, why: str) -> Findings:
    return Findings(Evidence("contract", 0, _changed(pair), 0, 0, why))
