"""What do some test files show when they are run, recorded, in a cell?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from swerve.predict.training.events import Event, event_from_row
from swerve.run.project import Interpreter
from swerve.run.sandbox import Level
from swerve.run.suites import Errand, Row, run_errand
from swerve.run.suites import Ran as SuiteRan

#: How files of an installed package are told from those of the tree.
INSTALLED = "@installed/"


@dataclass(frozen=True, slots=True)
class Place:
    """What the tests of a project run in."""

    level: Level
    interpreter: Interpreter
    #: A folder that is copied for each run; None when the tests are those of an installed package.
    tree: Path | None
    tree_bytes: int
    #: Folders of the tree to import from, beside the tree itself.
    paths: tuple[str, ...]
    #: Installed packages and modules whose code is recorded, by name.
    packages: tuple[tuple[str, Path], ...]
    #: Told to pytest.
    options: tuple[str, ...]
    test_seconds: float

    @property
    def base(self) -> Path | None:
        """What test files are relative to; None for the copy of the tree."""
        return None if self.tree is not None else self.packages[0][1].parent


@dataclass(slots=True)
class Ran(SuiteRan):
    """What a run of some test files showed, up to its end."""

    outcomes: dict[str, int] = field(default_factory=dict)
    #: Source file -> a sum over its content, and its events by place.
    files: dict[str, tuple[int, dict[Any, Event]]] = field(default_factory=dict)

    @property
    def events(self) -> int:
        """How many places were seen."""
        return sum(len(events) for _, events in self.files.values())

    def take(self, row: Row) -> None:
        """Take in a line of the log, if it fits."""
        match row:
            case ("events", str(file), int(number), list(rows)):
                _, events = self.files.setdefault(file, (number, {}))
                self.files[file] = number, events
                for each in rows:
                    _take_event(events, each)
            case ("outcomes", dict(outcomes)):
                self.outcomes = {
                    str(word): count for word, count in outcomes.items() if type(count) is int
                }


def run_chunk(
    place: Place, tests: Sequence[str], seconds: float, watch: Callable[[Ran], None]
) -> Ran:
    """Run test files together in one confined process. `watch` hears now and then how it goes.

    What was seen before the process died, or had to be ended, is kept.
    """
    ran = Ran()
    errand = Errand(
        level=place.level,
        python=place.interpreter.executable,
        readable=place.interpreter.readable,
        module="suite._suite",
        order=_order_for(place),
        tests=tuple(tests),
        seconds=seconds,
        test_seconds=place.test_seconds,
        tree=place.tree,
        tree_bytes=place.tree_bytes,
    )
    run_errand(errand, ran, ran.take, lambda: watch(ran))
    return ran


def _order_for(place: Place) -> dict[str, object]:
    return {
        "paths": place.paths,
        "roots": [(str(path), f"{INSTALLED}{name}") for name, path in place.packages],
        "base": str(place.base or ""),
        "options": place.options,
    }


def _take_event(events: dict[Any, Event], row: Any) -> None:
    try:
        event = event_from_row(row)
    except ValueError:
        return
    events[event.kind, event.name, event.place] = event
