"""Does what two versions came to keep a contract? P1 and P2 of `meaning.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from swerve.meaning.contract import Case, Clause, ClauseKind, Contract, Presence, default_predicate
from swerve.meaning.contract.clauses import Moment
from swerve.model import Side

from ._clauses import Asking
from ._folding import is_plain
from ._state import Context, PythonError, value_of
from ._terms import BOOL, TRUE, Term, V, W, applied, fresh
from ._values import ANY, Opaque, Shape, Value
from ._views import End, Scene, View

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
        and context.path.decide(asking.condition(clause, _OLD_EXIT))
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
        if not context.path.decide(asking.condition(clause, moment, is_prev_inert=is_inert)):
            return False
    return True


def _broken(asking: Asking, context: Context, case: Case, new: End) -> Broken | None:
    if not is_required(asking, context, case):
        return None
    kind = ClauseKind.SIGNALS if new.has_raised else ClauseKind.ENSURES
    for clause in case.of(kind):
        if new.has_raised and not context.path.decide(asking.exception_matches(clause, Side.NEW)):
            continue
        if not context.path.decide(asking.condition(clause, _NEW_EXIT)):
            return Broken(clause, case, tuple(asking.told.items()))
    return None


def change_conditions(
    asking: Asking, context: Context, case: Case, new: End
) -> list[tuple[Clause, Term]]:
    """What a case asks of the new version, as terms."""
    if not is_required(asking, context, case):
        return []
    if not new.has_raised:
        return [(one, asking.condition(one, _NEW_EXIT)) for one in case.of(ClauseKind.ENSURES)]
    return [
        (one, asking.condition(one, _NEW_EXIT))
        for one in case.of(ClauseKind.SIGNALS)
        if context.path.decide(asking.exception_matches(one, Side.NEW))
    ]


def preserved_by(asking: Asking, context: Context, contract: Contract) -> Broken | None:
    """The clause by which nothing may differ on this call."""
    for clause in contract.preserves:
        if context.path.decide(asking.condition(clause, _NEW_ENTRY)):
            return Broken(clause, None, tuple(asking.told.items()), is_difference=True)
    return None


def is_free(contract: Contract) -> bool:
    """Say whether a contract asks for nothing where no clause of it speaks."""
    return bool(contract.preserves) and not contract.cases


# --- promises -------------------------------------------------------------------------------------

# What do contracts tell of calls and loops whose bodies are not looked into?
#
# CHANGE-RULE and PRESERVE-RULE (figures 10, 11 and 14): the old version is a function of its
# inputs of which nothing is known. Where its update condition holds, the new version is another
# one that the change condition speaks of; elsewhere it does the same. Calls are aligned by their
# inputs.


@dataclass(frozen=True, slots=True)
class Promises:
    """Contracts that are relied on while a function is lowered."""

    #: By qualified name in the new version.
    callees: Mapping[str, Contract] = field(default_factory=dict)
    #: By the number of the loop.
    loops: Mapping[int, Contract] = field(default_factory=dict)
    #: A callee that may do anything in the new version.
    freed: str = ""


@dataclass(frozen=True, slots=True)
class Promised:
    """A call, or a loop, that is taken by its contract."""

    name: str
    contract: Contract
    #: By the names of the new version, in the order of the operands.
    parameters: tuple[str, ...]
    returns: Shape
    #: It changes nothing, and what it does depends on its arguments only, if these are plain.
    is_pure: bool


def is_usable(contract: Contract) -> bool:
    """Say whether both versions of a callee take the same parameters."""
    return all(
        one.presence is Presence.BOTH and one.old_name == one.name for one in contract.parameters
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    value: Value
    has_raised: bool
    world: Term


def perform_promised(context: Context, promised: Promised, values: tuple[Value, ...]) -> Value:
    """Call what a contract speaks of."""
    before = _scene(context)
    inputs = _Inputs(context, promised, values)
    outcome = inputs.outcome("as it was")
    if context.state.side is Side.NEW:
        outcome = _changed(context, promised, values, inputs, before, outcome)
    state = context.state
    if not outcome.world.eq(state.world):
        state.world = outcome.world
        state.is_calm = False
    if outcome.has_raised:
        raise PythonError(outcome.value)
    return outcome.value


def _scene(context: Context) -> Scene:
    state = context.state
    return Scene(state.heap, state.world, state.is_calm)


class _Inputs:
    """The inputs of a call, by which calls are aligned."""

    def __init__(self, context: Context, promised: Promised, values: tuple[Value, ...]) -> None:
        self._context = context
        self._promised = promised
        self._is_pure = promised.is_pure and all(is_plain(context.resolved(one)) for one in values)
        terms = [context.term_of(value) for value in values]
        self._terms = terms if self._is_pure else [context.state.world, *terms]

    def outcome(self, word: str) -> _Outcome:
        """What one version comes to; whether it raises may fork."""
        context, name = self._context, f"{self._promised.name} {word}"
        state = context.state
        world = state.world
        if not self._is_pure:
            world = applied(f"{name}: world", W, *self._terms)
        if context.path.decide(applied(f"{name}: raises", BOOL, *self._terms)):
            return _Outcome(Opaque(applied(f"{name}: error", V, *self._terms)), True, world)
        term = applied(f"{name}: value", V, *self._terms)
        shape = self._promised.returns
        if shape == ANY or not context.settings.trusts_annotations:
            return _Outcome(Opaque(term), False, world)
        context.assume(f"{self._promised.name} returns {shape.words()}, not a subclass")
        return _Outcome(value_of(context, shape, term), False, world)


def _changed(
    context: Context,
    promised: Promised,
    values: tuple[Value, ...],
    inputs: _Inputs,
    before: Scene,
    old: _Outcome,
) -> _Outcome:
    """What the new version comes to, after what the old one came to."""
    contract = promised.contract
    parameters = dict(zip(promised.parameters, values, strict=True))

    def end(outcome: _Outcome) -> End:
        is_calm = before.is_calm and outcome.world.eq(before.world)
        after = Scene(context.state.heap, outcome.world, is_calm)
        return End(parameters, before, after, outcome.value, outcome.has_raised)

    # The clauses of the new version's entry are asked before anything is known of its end.
    ends = {Side.OLD: end(old), Side.NEW: end(old)}
    asking = Asking(context, contract, ends)
    met: list[Case] = [
        case for case in contract.cases if is_updated(asking, context, case, ends[Side.OLD])
    ]
    is_kept = preserved_by(asking, context, contract) is not None
    if is_kept or not (met or is_free(contract)):
        return old
    new = inputs.outcome("as it is")
    asking = Asking(context, contract, {Side.OLD: ends[Side.OLD], Side.NEW: end(new)})
    for case in met:
        for _, condition in change_conditions(asking, context, case, end(new)):
            context.path.learn(condition)
    return new


def perform_freed(context: Context, returns: Shape) -> Value:
    """Call something that may return anything."""
    term = fresh("anything", V)
    if returns == ANY:
        return Opaque(term)
    return value_of(context, returns, term)
