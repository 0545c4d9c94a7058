"""Does what two versions came to keep a contract? P1 and P2 of `meaning.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from swerve.engines.prove.solver._clauses import Asking
from swerve.engines.prove.solver._ends import End, Moment
from swerve.engines.prove.solver._shapes import ANY, Shape
from swerve.engines.prove.solver._state import Context
from swerve.engines.prove.solver._terms import TRUE, Term
from swerve.engines.prove.solver._views import View
from swerve.meaning.contract import Case, Clause, ClauseKind, Contract, default_predicate
from swerve.model import Side

_OLD_ENTRY, _OLD_EXIT = Moment(Side.OLD, is_before=True), Moment(Side.OLD, is_before=False)
_NEW_ENTRY, _NEW_EXIT = Moment(Side.NEW, is_before=True), Moment(Side.NEW, is_before=False)


@dataclass(frozen=True, slots=True)
class Broken:
    """What is violated: a clause, or the rule that nothing else changes."""

    clause: Clause | None = None
    case: Case | None = None
    told: tuple[tuple[str, View], ...] = ()
    #: Nothing holds of the clause itself: the ends must not differ, and do.
    is_difference: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a contract says of two ends."""

    broken: Broken | None = None
    #: What is violated if the ends differ.
    if_different: Broken | None = None


@dataclass
class Claim:
    """A contract, to be shown of all ends."""

    contract: Contract
    returns: Shape = ANY
    #: Cases whose update condition some call satisfies, by their place in the contract.
    met: set[int] = field(default_factory=set)

    def verdict(self, context: Context, ends: Mapping[Side, End]) -> Verdict:
        """Judge two ends on the path. Raises `Fork` where that depends, and `NoClause`."""
        contract = self.contract
        asking = Asking(context, contract, ends, self.returns)
        is_covered = False
        for at, case in enumerate(contract.cases):
            if not is_updated(asking, context, case, ends[Side.OLD]):
                continue
            is_covered = True
            if at not in self.met and context.path.is_possible(TRUE):
                self.met.add(at)
            broken = _broken(asking, context, case, ends[Side.NEW])
            if broken is not None:
                return Verdict(broken)
        preserving = preserved_by(asking, context, contract)
        if preserving is not None:
            return Verdict(if_different=preserving)
        if is_covered or is_free(contract):
            return Verdict()
        return Verdict(if_different=Broken(is_difference=True))


def is_updated(asking: Asking, context: Context, case: Case, old: End) -> bool:
    """Say whether the update condition of a case holds for the old version."""
    required = default_predicate(case, ClauseKind.WHEN_REQUIRED)
    if not _all_hold(asking, context, required, _OLD_ENTRY):
        return False
    if not old.has_raised:
        ensured = default_predicate(case, ClauseKind.WHEN_ENSURED)
        return _all_hold(asking, context, ensured, _OLD_EXIT)
    signaled = default_predicate(case, ClauseKind.WHEN_SIGNALED)
    if isinstance(signaled, bool):
        return signaled
    return any(
        context.path.decide(asking.exception_matches(clause, Side.OLD))
        and context.path.decide(asking.truth(clause, _OLD_EXIT))
        for clause in signaled
    )


def is_required(asking: Asking, context: Context, case: Case) -> bool:
    """Say whether the new version is asked for anything by a case."""
    required = default_predicate(case, ClauseKind.REQUIRES)
    return _all_hold(asking, context, required, _NEW_ENTRY)


def _all_hold(
    asking: Asking, context: Context, predicate: bool | tuple[Clause, ...], moment: Moment
) -> bool:
    if isinstance(predicate, bool):
        return predicate
    for clause in predicate:
        is_inert = clause.kind is ClauseKind.REQUIRES and moment.side is Side.OLD
        if not context.path.decide(asking.truth(clause, moment, is_prev_inert=is_inert)):
            return False
    return True


def _broken(asking: Asking, context: Context, case: Case, new: End) -> Broken | None:
    if not is_required(asking, context, case):
        return None
    kind = ClauseKind.SIGNALS if new.has_raised else ClauseKind.ENSURES
    for clause in case.of(kind):
        if new.has_raised and not context.path.decide(asking.exception_matches(clause, Side.NEW)):
            continue
        if not context.path.decide(asking.truth(clause, _NEW_EXIT)):
            return Broken(clause, case, tuple(asking.told))
    return None


def change_conditions(
    asking: Asking, context: Context, case: Case, new: End
) -> list[tuple[Clause, Term]]:
    """What a case asks of the new version, as terms."""
    if not is_required(asking, context, case):
        return []
    if not new.has_raised:
        return [(one, asking.truth(one, _NEW_EXIT)) for one in case.of(ClauseKind.ENSURES)]
    return [
        (one, asking.truth(one, _NEW_EXIT))
        for one in case.of(ClauseKind.SIGNALS)
        if context.path.decide(asking.exception_matches(one, Side.NEW))
    ]


def preserved_by(asking: Asking, context: Context, contract: Contract) -> Broken | None:
    """The clause by which nothing may differ on this call."""
    for clause in contract.preserves:
        if context.path.decide(asking.truth(clause, _NEW_ENTRY)):
            return Broken(clause, None, tuple(asking.told), is_difference=True)
    return None


def is_free(contract: Contract) -> bool:
    """Say whether a contract asks for nothing where no clause of it speaks."""
    return bool(contract.preserves) and not contract.cases
