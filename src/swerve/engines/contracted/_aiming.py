"""Which calls satisfy an update condition that those at hand do not?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from swerve.engines.contracted._values import Assignment, assignments
from swerve.engines.opened import Draws
from swerve.meaning.contract import (
    Case,
    Clause,
    ClauseKind,
    Contract,
    Presence,
    Signature,
    default_predicate,
)
from swerve.observe.recipe import BadRecipe, CallRecipe, encode_call, recipe_from_value

#: Calls that are nearest, which the next ones start from; calls in a round, and rounds.
_NEAREST, _A_ROUND, _ROUNDS = 12, 120, 8
_MOST_PLANTED = 4


@dataclass(frozen=True, slots=True)
class Near:
    """A call, and how far it is from what is wanted."""

    far: float
    call: CallRecipe


def aim(
    contract: Contract,
    case: Case,
    old: Signature,
    near: Sequence[Near],
    draws: Draws | None,
    made: Callable[[Sequence[CallRecipe]], list[Near]],
    until: float,
) -> None:
    """Make calls until one satisfies the update condition of a case, or time is up.

    First values that the conditions ask for are put into the calls that are nearest; then these are
    changed a little, round after round, and the nearest of what came of it are kept.
    """
    nearest = _first(near)
    planted = [
        call
        for values in asked_values(contract, case)
        for each in nearest[:_MOST_PLANTED]
        if (call := _with_values(each.call, values, old)) is not None
    ]
    tried = {encode_call(each.call) for each in near}
    for number in range(_ROUNDS):
        calls = planted if number == 0 else []
        if number and draws is not None:
            calls = _fresh(
                draws.draw(_A_ROUND, [each.call for each in nearest], 50 + number), tried
            )
        if calls:
            nearest = _first([*nearest, *made(calls)])
        if (nearest and nearest[0].far == 0) or time.monotonic() > until:
            return


def asked_values(contract: Contract, case: Case) -> list[Assignment]:
    """Values of parameters of the old version that the update condition names."""
    predicate = default_predicate(case, ClauseKind.WHEN_REQUIRED)
    clauses: tuple[Clause, ...] = () if isinstance(predicate, bool) else predicate
    names = {
        each.name: each.old_name
        for each in contract.parameters
        if each.presence is not Presence.NEW
    }
    found = assignments(contract, [each.condition.tree for each in clauses], list(names), most=8)
    return [{names[name]: value for name, value in each.items()} for each in found]


def _first(near: Sequence[Near]) -> list[Near]:
    return sorted(near, key=lambda each: (each.far, len(encode_call(each.call))))[:_NEAREST]


def _fresh(calls: Iterator[CallRecipe], tried: set[bytes]) -> list[CallRecipe]:
    found = []
    for call in calls:
        with suppress(BadRecipe):  # nested too deep
            key = encode_call(call)
            if key not in tried:
                tried.add(key)
                found.append(call)
    return found


def _with_values(call: CallRecipe, values: Assignment, old: Signature) -> CallRecipe | None:
    """The call with other values for some of its parameters."""
    positional = old.positional[1:] if old.has_receiver else old.positional
    args, kwargs = list(call.args), dict(call.kwargs)
    for name, value in values.items():
        try:
            recipe = recipe_from_value(value)
        except BadRecipe:
            return None
        if name in positional[: len(args)]:
            args[positional.index(name)] = recipe
        elif name in (*positional, *old.keyword_only):
            kwargs[name] = recipe
    return replace(call, args=tuple(args), kwargs=tuple(kwargs.items()))
