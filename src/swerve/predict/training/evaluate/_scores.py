"""How often is a predictor right?

At its first guess, or among its first few. Classes that it holds to be equally likely are drawn by
lot: the chance to be right counts, so that no order of classes helps anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from swerve.facts.classes import CoarseClass, Distribution, ValueClass
from swerve.predict.training.events import Event

#: Among how many guesses the right one is looked for.
GUESSES = (1, 3, 5)
#: Shares that are nearer are equal: sums come out a little different in another order.
_TINY = 1e-12

FINE, COARSE = tuple(ValueClass), tuple(CoarseClass)
_AT = {each.value: at for at, each in enumerate(FINE)}
_COARSE_AT = tuple(COARSE.index(each.coarse) for each in FINE)


@dataclass(slots=True)
class Hits:
    """How often the right class was among the first guesses, in one granularity."""

    #: For each of `GUESSES`.
    right: list[float] = field(default_factory=lambda: [0.0] * len(GUESSES))
    #: Classes seen, all places together, and how many of them were the first guess.
    seen: int = 0
    met: float = 0.0

    def add(self, other: Hits) -> None:
        """Take in those of other events."""
        self.right = [one + two for one, two in zip(self.right, other.right, strict=True)]
        self.seen += other.seen
        self.met += other.met

    def count(self, shares: Sequence[float], truth: int, seen: Iterable[int]) -> None:
        """Count one event."""
        for at, chance in enumerate(chances(shares, truth)):
            self.right[at] += chance
        for each in seen:
            self.seen += 1
            self.met += chances(shares, each)[0]


@dataclass(slots=True)
class Tally:
    """Events, and how often a predictor was right about them."""

    events: int = 0
    fine: Hits = field(default_factory=Hits)
    coarse: Hits = field(default_factory=Hits)

    def add(self, other: Tally) -> None:
        """Take in other events."""
        self.events += other.events
        self.fine.add(other.fine)
        self.coarse.add(other.coarse)


@dataclass(slots=True)
class Recognised:
    """How well one class is told from the others, at the first guess."""

    events: int = 0
    #: How often it was said, and how often rightly.
    said: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Events that are counted together."""

    project: str
    is_test: bool
    kind: str


class Score:
    """What one predictor made of all events it was asked about."""

    def __init__(self) -> None:
        self._tallies: dict[Group, Tally] = {}
        self.fine = {each: Recognised() for each in FINE}
        self.coarse = {each: Recognised() for each in COARSE}

    def count(self, group: Group, event: Event, said: Distribution) -> None:
        """Count what was said about one event."""
        fine = [said.get(each, 0.0) for each in FINE]
        coarse = [0.0] * len(COARSE)
        for at, share in zip(_COARSE_AT, fine, strict=True):
            coarse[at] += share
        seen = [_AT[word] for word in event.counts]
        tally = self._tallies.setdefault(group, Tally())
        tally.events += 1
        tally.fine.count(fine, FINE.index(event.fine), seen)
        tally.coarse.count(coarse, COARSE.index(event.coarse), {_COARSE_AT[each] for each in seen})
        _recognise(list(self.fine.values()), fine, FINE.index(event.fine))
        _recognise(list(self.coarse.values()), coarse, COARSE.index(event.coarse))

    def tally(
        self, *, project: str | None = None, is_test: bool | None = None, kind: str | None = None
    ) -> Tally:
        """All events, or those of one sort."""
        found = Tally()
        for group, tally in self._tallies.items():
            if (
                project in (None, group.project)
                and is_test in (None, group.is_test)
                and kind in (None, group.kind)
            ):
                found.add(tally)
        return found

    @property
    def projects(self) -> tuple[str, ...]:
        """Where the events are from."""
        return tuple(sorted({group.project for group in self._tallies}))


def chances(shares: Sequence[float], truth: int) -> tuple[float, ...]:
    """How likely a class is among the first guesses, for each of `GUESSES`."""
    mine = shares[truth]
    above = sum(each > mine + _TINY for each in shares)
    alike = sum(abs(each - mine) <= _TINY for each in shares)
    return tuple(min(1.0, max(0, guesses - above) / alike) for guesses in GUESSES)


def _recognise(classes: Sequence[Recognised], shares: Sequence[float], truth: int) -> None:
    most = max(shares)
    first = [at for at, share in enumerate(shares) if share >= most - _TINY]
    classes[truth].events += 1
    for at in first:
        classes[at].said += 1 / len(first)
        classes[at].right += (at == truth) / len(first)
