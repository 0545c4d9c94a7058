"""How good are the predictors, on events that nobody learned from?

Asked are events that training held out, as in the papers, and events of projects that it never saw.
The table of `frequency` is made from what the network was trained with, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from swerve.facts.classes import CoarseClass, ValueClass
from swerve.model.errors import BadUsage
from swerve.predict import Table
from swerve.predict.neural.file import checksum
from swerve.predict.training.events import (
    KINDS,
    Event,
    Recorded,
    event_files,
    read,
    refuse_excluded,
)
from swerve.predict.training.train import (
    HELD,
    SPLITS,
    TRAIN,
    Frequencies,
    split_of,
    split_of_project,
)

from ._opinions import Network, Opinions, Piece, pieces_of
from ._scores import GUESSES, Group, Hits, Recognised, Score, Tally

#: One in so many pieces of a file is asked about, or more: few files are read for a few events.
_FEWEST_PIECES = 4


@dataclass(slots=True)
class Amount:
    """How much there is of something."""

    projects: set[str] = field(default_factory=set)
    files: int = 0
    events: int = 0
    #: Of the events, those in tests.
    in_tests: int = 0


@dataclass(frozen=True, slots=True)
class Survey:
    """What a folder of events holds, and what `frequency` learns from it."""

    #: For each of `SPLITS`: what was seen in runs.
    observed: tuple[Amount, ...]
    #: What was read off source code.
    static: Amount
    table: Table


@dataclass(slots=True)
class Asked:
    """What the predictors were asked about, and how they did."""

    #: One of `SPLITS`.
    split: str
    scores: Mapping[str, Score]
    projects: set[str] = field(default_factory=set)
    functions: int = 0
    events: int = 0


def survey(folder: Path, told: Callable[[str], None]) -> Survey:
    """Look through a folder of events; `told` hears the name of each project.

    Raises `BadUsage` for a folder without events.
    """
    observed = tuple(Amount() for _ in SPLITS)
    static = Amount()
    frequencies = Frequencies()
    for path in event_files(folder):
        header, files = read(path)
        refuse_excluded((header.project,))
        told(header.project)
        if header.origin != "observed":
            static.projects.add(header.project)
            static.files += header.files
            static.events += header.events
            continue
        for file in files:
            counted: set[int] = set()
            for event in file.events:
                split = _split_of(header.project, file, event)
                amount = observed[split]
                amount.events += 1
                amount.in_tests += file.is_test
                counted.add(split)
                if split == TRAIN:
                    frequencies.add([(header.project, file.file, event)])
            for split in counted:
                observed[split].projects.add(header.project)
                observed[split].files += 1
    if not any(amount.events for amount in observed):
        raise BadUsage(
            f"{folder} contains no events recorded in runs.",
            "Pass a folder that `swerve model collect` has written to.",
        )
    return Survey(observed, static, frequencies.table())


def evaluate(
    folder: Path,
    surveyed: Survey,
    split: int,
    most: int,
    names: Sequence[str],
    network: Network | None,
    told: Callable[[int, int], None],
) -> Asked:
    """Ask predictors about some events; `told` hears how many of how many are done.

    About as many as `most`, those of one function all or none of them.
    """
    total = surveyed.observed[split].events
    share = min(1.0, most / total) if total else 0.0
    opinions = Opinions(names, surveyed.table, network)
    asked = Asked(SPLITS[split], {name: Score() for name in names})
    for project, piece in _pieces(folder, split, share):
        said = opinions.about(piece)
        for name, score in asked.scores.items():
            for event, distribution in zip(piece.events, said[name], strict=True):
                group = Group(project, piece.file.is_test, event.kind)
                score.count(group, event, distribution)
        asked.projects.add(project)
        asked.functions += piece.function is not None
        asked.events += len(piece.events)
        told(asked.events, min(total, most))
    return asked


def _pieces(folder: Path, split: int, share: float) -> Iterator[tuple[str, Piece]]:
    of_project = TRAIN if split == HELD else split
    of_files, of_pieces = min(1.0, share * _FEWEST_PIECES), max(share, 1 / _FEWEST_PIECES)
    for path in event_files(folder):
        header, files = read(path)
        project = header.project
        if header.origin != "observed" or split_of_project(project) != of_project:
            continue
        for file in files:
            where = f"{project}:{file.file}"
            if _lot(where) < of_files:
                wanted = [each for each in file.events if _split_of(project, file, each) == split]
                for piece in pieces_of(file, wanted):
                    if _lot(f"{where}:{piece.line}") < of_pieces:
                        yield project, piece


def _split_of(project: str, file: Recorded, event: Event) -> int:
    return split_of(project, file.file, (event.kind, *event.place), is_static=False)


def _lot(text: str) -> float:
    """From 0 to 1, as if drawn, and always the same."""
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)


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
