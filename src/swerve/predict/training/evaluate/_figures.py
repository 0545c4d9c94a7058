"""Which figures come out of an evaluation? Plain data, as `--format json` prints it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.predict.neural.file import checksum
from swerve.predict.training.evaluate._evaluating import Amount, Asked, Survey
from swerve.predict.training.evaluate._scores import GUESSES, Hits, Recognised, Score, Tally
from swerve.predict.training.events import KINDS
from swerve.predict.training.train import SPLITS

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
