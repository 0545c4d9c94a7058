"""How are the runs of a pair handed to a contract?"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from swerve.behaviour import Behaviour
from swerve.contract import SideRun, Signature, signatures_in
from swerve.model import Function, Pair
from swerve.syntax import Unreadable, parse


@dataclass(frozen=True, slots=True)
class PairRuns:
    """A pair, and how each of its versions is called."""

    pair: Pair
    old: Signature | None
    new: Signature | None

    @property
    def id(self) -> str:
        """The id of the pair."""
        return self.pair.id

    def runs(
        self, old_entry: bytes, old: Behaviour, new_entry: bytes, new: Behaviour
    ) -> tuple[SideRun, SideRun]:
        """What both versions did with one call."""
        return SideRun(old_entry, old, self.old), SideRun(new_entry, new, self.new)


def pair_runs(pair: Pair) -> PairRuns:
    """Read off how both versions are called."""
    return PairRuns(pair, _signature(pair.old), _signature(pair.new))


def _signature(function: Function) -> Signature | None:
    tree = parse(function.module.text)
    if isinstance(tree, Unreadable) or not isinstance(tree, ast.Module):
        return None
    return next((each for each in signatures_in(tree) if each.function == function.name), None)
