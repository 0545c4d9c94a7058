"""How is a call of the old version written for a new one that takes other parameters?"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from swerve.meaning.contract import ClauseKind, Contract, Parameter, Presence, Signature
from swerve.observe.recipe import BadRecipe, CallRecipe, Recipe, recipe_from_value

from ._aiming import assignments
from ._limits import MOST_WAYS

#: For a new parameter without a default that no `requires` speaks of.
_OTHERWISE: tuple[Recipe, ...] = (None, 0, "")


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to write calls anew: without what is gone, with values for what is new."""

    old: Signature
    new: Signature
    gone: frozenset[str]
    #: Name of the old version -> of the new one.
    names: Mapping[str, str]
    added: Mapping[str, Recipe]

    def __call__(self, call: CallRecipe) -> CallRecipe:
        """The same call for the new version; what was given by position still is where it can."""
        positional = _own(self.old)
        placed = {
            self.names.get(name, name): value
            for name, value in zip(positional, call.args, strict=False)
            if name not in self.gone
        }
        rest = call.args[len(positional) :]
        kwargs = {
            self.names.get(name, name): value
            for name, value in call.kwargs
            if name not in self.gone
        }
        added = {name: value for name, value in self.added.items() if name not in kwargs}
        args: list[Recipe] = []
        for name in _own(self.new):
            if name in placed:
                args.append(placed.pop(name))
            elif name in added and (rest or placed):
                args.append(added.pop(name))
            else:
                break
        kwargs |= placed | added
        return replace(call, args=(*args, *rest), kwargs=tuple(kwargs.items()))


def repairs(contract: Contract, old: Signature, new: Signature) -> tuple[Repair, ...]:
    """The ways to write a call anew, most telling first; none where it can stay as it is."""
    gone = {each.old_name for each in contract.parameters if each.presence is Presence.OLD}
    names = {
        each.old_name: each.name for each in contract.parameters if each.presence is Presence.BOTH
    }
    added = [each for each in contract.parameters if each.presence is Presence.NEW]
    if not gone and not added and all(was == now for was, now in names.items()):
        return ()
    return tuple(
        Repair(old, new, frozenset(gone), names, values) for values in _ways(contract, added, new)
    )


def _ways(contract: Contract, added: list[Parameter], new: Signature) -> list[dict[str, Recipe]]:
    """Values for new parameters: for each case such that its `requires` holds."""
    wanted = [each.name for each in added if each.name not in (new.variadic, new.keywords)]
    has_default = {name for name, _ in new.defaults}
    needed = [name for name in wanted if name not in has_default]
    found: list[dict[str, Recipe]] = []
    for case in contract.cases:
        asked = [each.condition.tree for each in case.of(ClauseKind.REQUIRES)]
        for values in islice(assignments(contract, asked, wanted, most=2), 2):
            with suppress(BadRecipe):
                found.append({name: recipe_from_value(each) for name, each in values.items()})
    usual: list[dict[str, Recipe]] = [{}] if not needed else []
    if needed and not found:
        usual = [dict.fromkeys(needed, each) for each in _OTHERWISE]
    ways = [
        {**dict.fromkeys((name for name in needed if name not in way), None), **way}
        for way in (*found, *usual)
    ]
    once = {repr(sorted(way.items(), key=lambda each: each[0])): way for way in ways}
    return list(once.values())[:MOST_WAYS]


def _own(signature: Signature) -> tuple[str, ...]:
    """Parameters that a call fills by position."""
    return signature.positional[1:] if signature.has_receiver else signature.positional
