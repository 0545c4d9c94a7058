"""`swerve model`: where the model that predicts values comes from.

What the commands are made of is loaded when they run: every command loads this module.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swerve.model import Settings
from swerve.model.errors import BadUsage

from ._options import flag, number, of_this_folder, path, takes
from ._progress import CollectProgress
from ._streams import complain, tell_missing, titled

if TYPE_CHECKING:
    from swerve.apps.collect import Collected

#: Files that are named one by one.
_MOST_NAMED = 20


@click.group()
def model() -> None:
    """Collect data for the value model, train it, evaluate it."""


@model.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path())
@click.argument("tests", nargs=-1)
@path(
    "--out", "Where the events are written, one file per project.", "swerve-events", metavar="DIR"
)
@takes(
    *("python", "readable", "sandbox"),
    helps={
        "python": "The project's interpreter, with pytest and what the tests need.  [default: the "
        "active virtual environment, the project's .venv, or swerve's own]"
    },
)
@number("--seconds", "How long all tests together may run.", 600.0)
@number("--test-seconds", "How long one test may run.", 10.0, least=0.1)
@number("--max-events", "Stop after this many events.", 500_000)
@number("--chunk", "Test files to run in one process.", 40)
@flag("--again", "Start over, instead of continuing an earlier run.")
@flag(
    "--installed",
    "Run the tests that are installed with the project, rather than those in its folder.",
)
def collect(folder: Path, settings: Settings, **limits: Any) -> int:
    """Run a project's tests and record which values its code reads.

    FOLDER is the project, TESTS are the files or folders in it to search for tests. The tests run
    confined, on copies of the folder. When it is run again, it continues where it stopped.
    """
    from swerve.apps.collect import Wanted, collect

    started = time.monotonic()
    wanted = Wanted(folder, settings=of_this_folder(settings), **limits)
    with closing(CollectProgress()) as progress:
        collected = collect(wanted, progress)
    tell_missing(collected.confinement.level.value, collected.confinement.missing)
    for line in _summary(collected, time.monotonic() - started):
        print(line)
    return 0


@model.command()
@click.argument("packages", nargs=-1, type=click.Path(path_type=Path))
@path(
    "--out", "Where the events are written, one file per package.", "swerve-static", metavar="DIR"
)
@path(
    "--against",
    "Instead, report how often values derived from source code were observed: DIR holds events of "
    "`swerve model collect`.",
    metavar="DIR",
    exists=True,
)
def static(packages: tuple[Path, ...], out: Path, against: Path | None) -> int:
    """Record which values code is certain to read, without running it.

    PACKAGES are folders, wheels, or source distributions.
    """
    from swerve.predict.training.evaluate import agreement, agreement_table, observed_in
    from swerve.predict.training.static import Failed, write_static_events

    if against is not None:
        for line in agreement_table(agreement(observed_in(against))):
            print(line)
        return 0
    if not packages:
        raise BadUsage("No package was given.", "Pass folders, wheels, or source distributions.")
    failures = 0
    for found in write_static_events(packages, out):
        if isinstance(found, Failed):
            failures += 1
            complain(str(found.error), found.error.hint)
        else:
            files = _count(found.files, "file")
            events = _count(found.events, "event")
            print(f"{found.project} {found.version}  {events} in {files}")
    return 2 if failures else 0


@model.command()
@click.argument("events", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@path("--out", "Where weights, reports and checkpoints are written.", "swerve-model", metavar="DIR")
@path(
    "--prepare",
    "Do not train: write everything that training needs into this file.",
    dir_okay=False,
)
@click.option(
    "--with",
    "changes",
    metavar="NAME=VALUE",
    multiple=True,
    help="Change a setting of the shipped network: layers=6, seconds=600.",
)
def train(
    events: tuple[Path, ...], out: Path, prepare: Path | None, changes: tuple[str, ...]
) -> int:
    """Train the value model, preferably on a machine with a GPU.

    EVENTS are folders that `collect` and `static` wrote, or the one file that `--prepare` wrote.
    Continues where it stopped. Needs torch: pip install 'swerve[train]'.
    """
    from swerve.predict.training.train import prepared, recipe_of

    recipe = recipe_of(prepare or out / "arrays.npz", out, changes)
    arrays = prepared(events, Path(recipe.arrays), print)
    if prepare is None:
        try:
            from swerve.predict.training.train.training import train
        except ImportError:
            raise BadUsage(
                "Training needs torch, which is not installed.",
                f"Run `pip install 'swerve[train]'`, then train with {arrays}, which is ready.",
            ) from None
        print(train(replace(recipe, arrays=str(arrays))))
    return 0


@model.command("eval")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@path(
    "--weights",
    "The network to evaluate.  [default: the one that comes with swerve]",
    exists=True,
    dir_okay=False,
)
@number(
    "--sample",
    "About how many of the events held out of training to evaluate, and twice as many from "
    "projects never seen in training.",
    20_000,
)
@click.option(
    "--predictors",
    metavar="NAMES",
    default="",
    help="Predictors to evaluate, separated by commas.  [default: all]",
)
@flag("--trial", "Use the development projects instead of those never seen in training.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="The format of the figures.",
)
def evaluate(
    folder: Path, weights: Path | None, sample: int, predictors: str, trial: bool, form: str
) -> int:
    """Show how often each predictor is right.

    FOLDER holds events that `swerve model collect` has written. Events held out of training and
    events of projects never seen in training are predicted; `frequency` learns from the others.
    Runs on one core and takes minutes.
    """
    from ._evaluation import run

    names = [name.strip() for name in predictors.split(",") if name.strip()]
    return run(folder, weights, sample, names, trial=trial, form=form)


def _summary(collected: Collected, seconds: float) -> Iterator[str]:
    header = collected.header
    python = collected.interpreter
    yield (
        f"{header.project} {header.version}  Python {python.version_text}, {python.executable} "
        f"(from {python.found_by})"
    )
    events = f"{header.events:,} in {_count(header.files, 'file')}: {collected.file}"
    yield from titled("events", [events])
    tests = [f"{count:,} {word}" for word, count in header.tests.items()]
    yield from titled("tests", [", ".join(tests) or "none ran"])
    yield from titled("suite", [f"{collected.done} of {_count(collected.total, 'test file')}"])
    left_out = [f"{each.file}: {each.why}" for each in collected.left_out]
    if len(left_out) > _MOST_NAMED:
        left_out[_MOST_NAMED:] = [f"and {len(left_out) - _MOST_NAMED} more"]
    yield from titled("left out", left_out)
    yield from titled("note", list(collected.notes))
    yield f"{_ending(collected)} {seconds:.1f} s."


def _ending(collected: Collected) -> str:
    if collected.is_full:
        return "Stopped at --max-events."
    if collected.waiting:
        return "Out of time: the same command continues from here."
    return "Complete. Use `--again` to run everything again."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
