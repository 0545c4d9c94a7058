"""How are the runs of a pair handed to a contract?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.meaning.contract import SideRun, Signature, signature_of
from swerve.model import Pair
from swerve.model.behaviour import Behaviour


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
    return PairRuns(
        pair,
        signature_of(pair.old.module.text, pair.old.name),
        signature_of(pair.new.module.text, pair.new.name),
    )
