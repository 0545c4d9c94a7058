"""How often is a predictor right?

At its first guess, or among its first few. Classes that it holds to be equally likely are drawn by
lot: the chance to be right counts, so that no order of classes helps anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from swerve.facts.classes import CoarseClass, Distribution, ValueClass
from swerve.predict.neural.file import checksum
from swerve.predict.training.evaluate._evaluating import Amount, Asked, Survey
from swerve.predict.training.events import KINDS, Event
from swerve.predict.training.train import SPLITS

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


#: Percentages where nothing else is said; `None` where there is nothing to take a part of.
Figures: TypeAlias = dict[str, Any]

#: Where events are: anywhere, in code, in tests.
PLACES: Mapping[str, bool | None] = {"all": None, "code": False, "tests": True}


def figures_of(surveyed: Survey, asked: Iterable[Asked], weights: Path | None) -> Figures:
    """Everything that was found out."""
    data = dict(zip(SPLITS, map(_amount, surveyed.observed), strict=True))
    return {
        "weights": _weights(weights) if weights is not None else None,
        "data": {**data, "static": _amount(surveyed.static)},
        "splits": {each.split: _split(each) for each in asked},
    }


def _weights(path: Path) -> Figures:
    return {"file": path.name, "bytes": path.stat().st_size, "sha256": checksum(path)}


def _amount(amount: Amount) -> Figures:
    return {
        "projects": sorted(amount.projects),
        "files": amount.files,
        "events": amount.events,
        "in tests": amount.in_tests,
    }


def _split(asked: Asked) -> Figures:
    return {
        "projects": len(asked.projects),
        "functions": asked.functions,
        "events": asked.events,
        "predictors": {name: _score(score) for name, score in asked.scores.items()},
    }


def _score(score: Score) -> Figures:
    places = {
        place: {
            "all": _tally(score.tally(is_test=is_test)),
            **{kind: _tally(score.tally(is_test=is_test, kind=kind)) for kind in KINDS},
        }
        for place, is_test in PLACES.items()
    }
    return {
        **places,
        "projects": {each: _tally(score.tally(project=each)) for each in score.projects},
        "classes": {"coarse": _classes(score.coarse), "fine": _classes(score.fine)},
    }


def _tally(tally: Tally) -> Figures:
    return {
        "events": tally.events,
        "coarse": _hits(tally.coarse, tally.events),
        "fine": _hits(tally.fine, tally.events),
    }


def _hits(hits: Hits, events: int) -> Figures:
    guesses = zip(GUESSES, hits.right, strict=True)
    return {
        **{f"top-{number}": _percent(right, events) for number, right in guesses},
        "every class": _percent(hits.met, hits.seen),
        "every class at best": _percent(events, hits.seen),
    }


def _classes(found: Mapping[CoarseClass, Recognised] | Mapping[ValueClass, Recognised]) -> Figures:
    return {
        each.value: {
            "events": known.events,
            "recognised": _percent(known.right, known.events),
            "right when said": _percent(known.right, known.said),
        }
        for each, known in found.items()
    }


def _percent(part: float, whole: float) -> float | None:
    return round(100 * part / whole, 2) if whole else None
