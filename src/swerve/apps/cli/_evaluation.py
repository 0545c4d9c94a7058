"""What does `swerve model eval` do, and how does it show its figures?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from swerve.model.errors import BadUsage
from swerve.predict.neural.file import BadWeights
from swerve.predict.neural.labels import network_from, packaged_weights
from swerve.predict.training.evaluate import (
    NAMES,
    NEURAL,
    Figures,
    Network,
    evaluate,
    figures_of,
    survey,
)
from swerve.predict.training.events import KINDS
from swerve.predict.training.train import HELD, TRIAL, UNSEEN

from ._progress import EvalProgress

_TITLES = {
    "held": "Held out of training",
    "trial": "Development projects",
    "unseen": "Projects never seen in training",
}
_FIRST, _COLUMN = 17, 10
_GRANULARITIES = ("coarse", "fine")
_TOPS = ("top-1", "top-3", "top-5")


def run(
    folder: Path, weights: Path | None, sample: int, names: Sequence[str], *, trial: bool, form: str
) -> int:
    """Evaluate predictors, and print how they did."""
    for name in names:
        if name not in NAMES:
            raise BadUsage(f"There is no predictor `{name}`.", f"Choose from {', '.join(NAMES)}.")
    names = [name for name in NAMES if name in names or not names]
    weights = (weights or packaged_weights()) if not NEURAL.isdisjoint(names) else None
    network = _network(weights) if weights is not None else None
    with closing(EvalProgress()) as progress:
        surveyed = survey(folder, progress.surveyed)
        # Of a project that was never seen, whole functions are asked about: that is cheaper.
        wanted = ((HELD, sample), (TRIAL if trial else UNSEEN, 2 * sample))
        asked = [
            evaluate(folder, surveyed, split, most, names, network, progress.asked)
            for split, most in wanted
        ]
    figures = figures_of(surveyed, asked, weights)
    if form == "json":
        print(json.dumps(figures, indent=1))
    else:
        for line in shown(figures):
            print(line)
    return 0


def _network(weights: Path) -> Network:
    hint = "Choose other weights with --weights, or only predictors that need none."
    try:
        return network_from(weights)
    except ImportError:
        raise BadUsage("The model needs numpy, which is not installed.", hint) from None
    except OSError as error:
        raise BadUsage(
            f"The weights in {weights} cannot be read: {error.strerror}.", hint
        ) from None
    except (BadWeights, ValueError, LookupError, TypeError) as error:
        raise BadUsage(
            f"{weights} has no weights that this version can use: {error}.", hint
        ) from None


def shown(figures: Figures) -> Iterator[str]:
    """Tables of all that is asked for, line by line."""
    for number, (name, split) in enumerate(figures["splits"].items()):
        yield from ("", "") if number else ()
        yield (
            f"{_TITLES[name]}: {split['events']:,} events in {split['functions']:,} functions of "
            f"{split['projects']:,} projects"
        )
        if split["events"]:
            yield from _overall(split["predictors"])
            for granularity in _GRANULARITIES:
                yield ""
                yield from _parts(split["predictors"], granularity)


def _overall(predictors: Figures) -> Iterator[str]:
    """How often each is right, and how often about every class that was seen."""
    names = [f"{each} {top}" for each in _GRANULARITIES for top in (*_TOPS, "every")]
    yield _row("", [each.split()[0] for each in names])
    yield _row("", [each.split()[1] for each in names])
    best: list[object] = []
    for name, places in predictors.items():
        tally = places["all"]["all"]
        yield _row(name, [tally[g][key] for g in _GRANULARITIES for key in (*_TOPS, "every class")])
        best = [
            tally[g][key] if key else ""
            for g in _GRANULARITIES
            for key in ("", "", "", "every class at best")
        ]
    yield _row("at best", best)


def _parts(predictors: Figures, granularity: str) -> Iterator[str]:
    """How often the first guess is right, for each sort of events."""
    sorts = [*(("all", kind) for kind in KINDS), ("code", "all"), ("tests", "all")]
    yield _row(f"{granularity} top-1", [kind if place == "all" else place for place, kind in sorts])
    events: list[object] = []
    for name, places in predictors.items():
        tallies = [places[place][kind] for place, kind in sorts]
        yield _row(name, [tally[granularity]["top-1"] for tally in tallies])
        events = [f"{tally['events']:,}" for tally in tallies]
    yield _row("events", events)


def _row(name: str, cells: Sequence[object]) -> str:
    return (f"{name:{_FIRST}}" + "".join(f"{_cell(each):>{_COLUMN}}" for each in cells)).rstrip()


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
