"""Is what a call did what the contract says? Definitions 1 to 3 of the paper.

For every case whose update condition holds on the old version, the change condition must hold on
the new one (P1). Where no update condition holds, the behaviour must be the same (P2). Both speak
of isomorphic inputs only. Whether the old version returned or raised decides which of
`when_ensured` and `when_signaled` is asked, as in figure 14: read literally, the implications in
definition 3 would make every update condition hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from swerve.model import DifferenceKind, Side
from swerve.model.behaviour import Outcome, Raised, Returned, Unfinished
from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Rules,
    Same,
    Unknown,
    compare,
    compare_graphs,
)
from swerve.observe.snapshot import BadSnapshot

from ._budget import CannotTell, NoValue
from ._classes import Classes
from ._contradictions import disagreement
from ._evaluating import ClauseRaised, Evaluation
from ._files import Places
from ._model import (
    Case,
    Clause,
    ClauseKind,
    Contract,
    ContractFault,
    Faulty,
    Intended,
    Judgement,
    Moment,
    NotRelevant,
    Unclear,
    Unintended,
    Values,
    Violation,
)
from ._states import ObservedCall, SideRun, States, needs_projection

_NO_CLASSES = Classes()
_NO_RULES = Rules()
#: Values in a sentence.
_MOST_TOLD = 4


def default_predicate(case: Case, kind: ClauseKind) -> bool | tuple[Clause, ...]:
    """What stands for a clause that was left out: table I. The clauses themselves if not."""
    given = case.of(kind)
    if given:
        return given
    if kind is ClauseKind.WHEN_ENSURED:
        return not case.of(ClauseKind.WHEN_SIGNALED)
    if kind is ClauseKind.WHEN_SIGNALED:
        return not case.of(ClauseKind.WHEN_ENSURED)
    if kind is ClauseKind.WHEN_REQUIRED:
        return case.of(ClauseKind.REQUIRES) or True
    return True


def judge(
    contract: Contract,
    call: ObservedCall,
    classes: Classes = _NO_CLASSES,
    rules: Rules = _NO_RULES,
    noise: Noise = NO_NOISE,
) -> Judgement:
    """Say whether a call behaved as the contract says, on isomorphic inputs."""
    try:
        states = States(contract, call.old, call.new)
    except BadSnapshot as error:
        return Unclear(f"the worker's reply cannot be read: {error}")
    entries = _difference_before(states, rules)
    if entries is not None:
        return NotRelevant(
            f"the two versions did not get the same input: {entries.path} is {entries.old} in the "
            f"old one and {entries.new} in the new one"
        )
    agreement = _agreement(contract, call, states, rules, noise)
    return _Judging(contract, call, states, classes, agreement).judgement()


def has_same_input(contract: Contract, call: ObservedCall, rules: Rules = _NO_RULES) -> bool:
    """Whether both versions got the same, as far as the contract says that both have it."""
    try:
        return _difference_before(States(contract, call.old, call.new), rules) is None
    except BadSnapshot:
        return False


def _difference_before(states: States, rules: Rules) -> Different | None:
    found = compare_graphs(*states.common(is_before=True), rules)
    return found if isinstance(found, Different) else None


def relevant_cases(
    contract: Contract, old: SideRun, classes: Classes = _NO_CLASSES
) -> tuple[Case, ...]:
    """The cases whose update condition a run of the old version satisfies."""
    try:
        asking = _Asking(contract, States(contract, old, None), classes)
    except BadSnapshot:
        return ()
    outcome = old.behaviour.outcome
    return tuple(case for case in contract.cases if asking.update(case, outcome).holds)


def _agreement(
    contract: Contract, call: ObservedCall, states: States, rules: Rules, noise: Noise
) -> Agreement:
    """Whether the outputs are isomorphic, over what both versions have."""
    old, new = call.old.behaviour, call.new.behaviour
    agreement = compare(old, new, rules, noise)
    ended = [isinstance(each.outcome, Unfinished) for each in (old, new)]
    if not needs_projection(contract) or isinstance(agreement, Same) or noise.unstable:
        return agreement
    if any(ended) or type(old.outcome) is not type(new.outcome):
        return agreement
    found = compare_graphs(*states.common(is_before=False), rules, noise)
    is_left_behind = old.left_behind or new.left_behind
    return agreement if isinstance(found, Same) and is_left_behind else found


# --- asking clauses -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Answer:
    """Whether a condition holds; `None` where nobody can tell."""

    holds: bool | None
    values: Values = ()
    why: str = ""
    fault: ContractFault | None = None
    clause: Clause | None = None


_YES, _NO = _Answer(True), _Answer(False)


def _all(answers: Iterable[_Answer]) -> _Answer:
    """The first that does not hold; what cannot be told comes second."""
    unclear = None
    for answer in answers:
        if answer.holds is False:
            return answer
        if answer.holds is None and unclear is None:
            unclear = answer
    return unclear or _YES


def _any(answers: Iterable[_Answer]) -> _Answer:
    unclear, last = None, _NO
    for answer in answers:
        if answer.holds:
            return answer
        last = answer
        if answer.holds is None and unclear is None:
            unclear = answer
    return unclear or last


class _Asking:
    """Evaluates the clauses of a contract on the states of a call."""

    def __init__(self, contract: Contract, states: States, classes: Classes) -> None:
        self._contract = contract
        self._states = states
        self._classes = classes

    def update(self, case: Case, outcome: Outcome) -> _Answer:
        """The update condition, on the old version."""
        predicate = default_predicate(case, ClauseKind.WHEN_REQUIRED)
        required = self._clauses(predicate, Moment(Side.OLD, is_before=True))
        if required.holds is False:
            return required
        return _all([required, self._exit_of_old(case, outcome)])

    def _exit_of_old(self, case: Case, outcome: Outcome) -> _Answer:
        moment = Moment(Side.OLD, is_before=False)
        if isinstance(outcome, Returned):
            return self._clauses(default_predicate(case, ClauseKind.WHEN_ENSURED), moment)
        if isinstance(outcome, Raised):
            predicate = default_predicate(case, ClauseKind.WHEN_SIGNALED)
            if isinstance(predicate, bool):
                return _YES if predicate else _NO
            return _any(self._signaled(clause, moment) for clause in predicate)
        return _Answer(None, why="the old version did not finish")

    def requires(self, case: Case) -> _Answer:
        """The precondition of the new version."""
        predicate = default_predicate(case, ClauseKind.REQUIRES)
        return self._clauses(predicate, Moment(Side.NEW, is_before=True))

    def preserves(self, clause: Clause) -> _Answer:
        """Whether behaviour has to stay as it was."""
        return self.condition(clause, Moment(Side.NEW, is_before=True))

    def change(self, case: Case, outcome: Outcome) -> list[_Answer]:
        """The clauses of the change condition that do not hold, or cannot be told."""
        moment = Moment(Side.NEW, is_before=False)
        if isinstance(outcome, Returned):
            answers = [self.condition(each, moment) for each in case.of(ClauseKind.ENSURES)]
        else:
            answers = [self._signals(each, moment) for each in case.of(ClauseKind.SIGNALS)]
        return [answer for answer in answers if not answer.holds]

    def _clauses(self, predicate: bool | tuple[Clause, ...], moment: Moment) -> _Answer:
        if isinstance(predicate, bool):
            return _YES if predicate else _NO
        return _all(self.condition(clause, moment) for clause in predicate)

    def _signaled(self, clause: Clause, moment: Moment) -> _Answer:
        matches = self._matches(clause, moment.side)
        if not matches.holds:
            return matches
        return self.condition(clause, moment)

    def _signals(self, clause: Clause, moment: Moment) -> _Answer:
        """`signals(T, condition)` says something of exceptions that are a `T` only."""
        matches = self._matches(clause, moment.side)
        if not matches.holds:
            return _YES if matches.holds is False else matches
        return self.condition(clause, moment)

    def _matches(self, clause: Clause, side: Side) -> _Answer:
        error = self._states.exception(side)
        if error is None:
            return _Answer(None, why="the exception was not observed", clause=clause)
        answers = [
            self._classes.is_instance(error.type, each.name, is_exception=True)
            for each in clause.exceptions
        ]
        if any(answers):
            return _YES
        if None in answers:
            why = f"the bases of `{error.type}` are not known"
            return _Answer(None, why=why, clause=clause)
        return _NO

    def condition(self, clause: Clause, moment: Moment) -> _Answer:
        """Evaluate one condition."""
        evaluation = Evaluation(self._contract.vocabulary, self._states, self._classes)
        is_inert = clause.kind is ClauseKind.REQUIRES and moment.side is Side.OLD
        tree = clause.condition.tree
        try:
            holds = evaluation.condition(tree, moment, is_prev_inert=is_inert)
        except CannotTell as error:
            return _Answer(None, evaluation.parts, error.why, clause=clause)
        except NoValue as error:
            return _Answer(False, evaluation.parts, error.why, clause=clause)
        except ClauseRaised as error:
            fault = self._fault(clause, error, evaluation.parts, moment)
            return _Answer(None, evaluation.parts, fault.message, fault, clause)
        return _Answer(holds, evaluation.parts, clause=clause)

    def _fault(
        self, clause: Clause, error: ClauseRaised, values: Values, moment: Moment
    ) -> ContractFault:
        places = Places("\n".join(self._contract.source), self._contract.file)
        has_place = getattr(error.node, "lineno", None) is not None and self._contract.source
        span = places.span(error.node) if has_place else clause.span
        what = f"{type(error.error).__name__}: {error.error}"
        side = moment.side.value
        message = f"`{clause.text}` raised {what} (evaluated on the {side} version)"
        return self._contract.fault(span, message, values)


# --- judging ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Tally:
    """What was found so far."""

    violations: list[Violation] = field(default_factory=list)
    faults: list[ContractFault] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    #: Cases whose update condition holds, and those of them that ask for nothing.
    met: list[Case] = field(default_factory=list)
    free: list[Case] = field(default_factory=list)

    def note(self, answer: _Answer) -> None:
        """Remember why something could not be told."""
        if answer.fault is not None:
            self.faults.append(answer.fault)
        else:
            told = f"`{answer.clause.text}`: {answer.why}" if answer.clause else answer.why
            self.unclear.append(told)


class _Judging:
    def __init__(
        self,
        contract: Contract,
        call: ObservedCall,
        states: States,
        classes: Classes,
        agreement: Agreement,
    ) -> None:
        self._contract = contract
        self._call = call
        self._states = states
        self._classes = classes
        self._asking = _Asking(contract, states, classes)
        self._agreement = agreement
        self._difference = agreement if isinstance(agreement, Different) else None

    def judgement(self) -> Judgement:
        """Everything together: what is violated counts before what cannot be told.

        Only cases that contradict each other on this call come first: nothing could satisfy them.
        """
        tally = _Tally()
        is_covered = False
        for case in self._contract.cases:
            update = self._asking.update(case, self._call.old.behaviour.outcome)
            if update.holds is None:
                tally.note(update)
            elif update.holds:
                is_covered = True
                self._check_change(case, tally)
        asking = [case for case in tally.met if case not in tally.free]
        if len(asking) > 1 and isinstance(self._call.new.behaviour.outcome, Returned):
            fault = disagreement(self._contract, asking, self._states, self._classes)
            if fault is not None:
                return Faulty(fault)
        is_free = self._check_preserved(tally)
        undecided = bool(tally.unclear or tally.faults)
        if not is_covered and not undecided and not tally.violations and not is_free:
            return self._outside()
        return self._summary(tally, is_free=is_free)

    def _summary(self, tally: _Tally, *, is_free: bool) -> Judgement:
        if tally.violations:
            return Unintended(tuple(tally.violations), self._difference)
        if tally.faults:
            return Faulty(tally.faults[0])
        if tally.unclear:
            return Unclear(tally.unclear[0])
        if not tally.met and is_free and self._difference is None:
            return NotRelevant("nothing differs, and `preserves_when` does not apply to this call")
        return Intended(tuple(tally.met), _met_words(tally), self._difference)

    def _check_change(self, case: Case, tally: _Tally) -> None:
        """P1, for a case whose update condition holds."""
        required = self._asking.requires(case)
        if required.holds is None:
            tally.note(required)
            return
        tally.met.append(case)
        if not required.holds:
            tally.free.append(case)
            return
        outcome = self._call.new.behaviour.outcome
        if isinstance(outcome, Unfinished):
            self._check_ending(case, tally)
            return
        for answer in self._asking.change(case, outcome):
            if answer.holds is None:
                tally.note(answer)
            elif answer.clause is not None:
                tally.violations.append(self._violated(answer, answer.clause, case))

    def _check_ending(self, case: Case, tally: _Tally) -> None:
        difference = self._difference
        if difference is not None and difference.kind is DifferenceKind.TERMINATION:
            why = f"the new version {difference.new}, which no clause allows"
            tally.violations.append(Violation(why, self._contract.file, case.span, None, case))
        else:
            tally.unclear.append("the new version did not finish")

    def _violated(self, answer: _Answer, clause: Clause, case: Case) -> Violation:
        shown = f"`{clause.text}` does not hold"
        because = f": {answer.why}" if answer.why else ""
        if not because and not _is_constant(clause):
            because = _told(answer.values, clause)
        elif not because and clause.kind is ClauseKind.SIGNALS:
            because = f": the new version {self._states.ending(Side.NEW)}"
        where = f' (case "{case.name}")' if case.name else ""
        contract = self._contract
        return Violation(
            shown + where + because, contract.file, clause.span, clause, case, answer.values
        )

    def _check_preserved(self, tally: _Tally) -> bool:
        """Check `preserves_when`; whether the contract leaves this call free.

        On its own it is all that is asked, as in figure 6. Beside cases it only restricts: what is
        outside of every update condition stays a regression.
        """
        speaks = False
        for clause in self._contract.preserves:
            answer = self._asking.preserves(clause)
            if answer.holds is None:
                tally.note(answer)
                speaks = True
            elif answer.holds:
                speaks = True
                self._check_same(clause, answer, tally)
        return bool(self._contract.preserves) and not self._contract.cases and not speaks

    def _check_same(self, clause: Clause, answer: _Answer, tally: _Tally) -> None:
        if self._difference is not None:
            why = f"`{clause.text}` holds, and {_difference_words(self._difference)}"
            tally.violations.append(
                Violation(why, self._contract.file, clause.span, clause, None, answer.values)
            )
        elif isinstance(self._agreement, Unknown):
            tally.unclear.append(f"`{clause.text}`: {self._agreement.why}")

    def _outside(self) -> Judgement:
        """P2: no update condition holds, so nothing may differ."""
        if self._difference is not None:
            contract = self._contract
            told = _difference_words(self._difference)
            why = (
                f"{told}, but no update condition holds for this call"
                if contract.cases
                else f"{told}, but the contract says that nothing changes"
            )
            return Unintended((Violation(why, contract.file, contract.span),), self._difference)
        if isinstance(self._agreement, Unknown):
            return Unclear(self._agreement.why)
        return NotRelevant("nothing differs, and no update condition holds")


def _met_words(tally: _Tally) -> str:
    if not tally.met:
        return "no `preserves_when` of the contract applies to this call"
    asking = [case for case in tally.met if case not in tally.free]
    if not asking:
        return f"{_case_words(tally.free)}: `requires` does not hold, so nothing is required"
    return f"as the contract says: {_case_words(asking)}"


def _case_words(cases: list[Case]) -> str:
    return ", ".join(f'"{case.name}"' if case.name else f"line {case.span.line}" for case in cases)


def _told(values: Values, clause: Clause) -> str:
    """The values that say most: not of the whole, and not of what is only a way to a part."""
    texts = [text for text, _ in values]
    kept = [
        f"{text} = {value}"
        for text, value in values
        if text != ast.unparse(clause.condition.tree)
        and not any(other.startswith((f"{text}.", f"{text}[")) for other in texts)
    ]
    return f": {', '.join(kept[-_MOST_TOLD:])}" if kept else ""


def _is_constant(clause: Clause) -> bool:
    return isinstance(clause.condition.tree, ast.Constant)


def _difference_words(difference: Different) -> str:
    return f"`{difference.path}` differs: {difference.old} became {difference.new}"
