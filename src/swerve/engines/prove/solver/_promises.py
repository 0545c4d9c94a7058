"""What do contracts tell of calls and loops whose bodies are not looked into?

CHANGE-RULE and PRESERVE-RULE (figures 10, 11 and 14): the old version is a function of its inputs
of which nothing is known. Where its update condition holds, the new version is another one that
the change condition speaks of; elsewhere it does the same. Calls are aligned by their inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from swerve.engines.prove.solver._claims import change_conditions, is_free, is_updated, preserved_by
from swerve.engines.prove.solver._clauses import Asking
from swerve.engines.prove.solver._ends import End, Scene
from swerve.engines.prove.solver._shapes import ANY, Shape
from swerve.engines.prove.solver._state import Context, PythonError, value_of
from swerve.engines.prove.solver._terms import BOOL, Term, V, W, applied, fresh
from swerve.engines.prove.solver._unknown import is_plain
from swerve.engines.prove.solver._values import Opaque, Value
from swerve.meaning.contract import Case, Contract, Presence
from swerve.model import Side


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
        context.assume(f"{self._promised.name} returns {shape.words()}, and of no subclass")
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
