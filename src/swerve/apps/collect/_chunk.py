"""What do some test files show when they are run, recorded, in a cell?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from swerve.predict.training.events import Event, Header, event_from_row
from swerve.run.project import Interpreter
from swerve.run.sandbox import Level
from swerve.run.suites import Ending, Errand, Row, run_errand
from swerve.run.suites import Ran as SuiteRan

#: How files of an installed package are told from those of the tree.
INSTALLED = "@installed/"


@dataclass(frozen=True, slots=True)
class SuiteGround:
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
    place: SuiteGround, tests: Sequence[str], seconds: float, watch: Callable[[Ran], None]
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


def _order_for(place: SuiteGround) -> dict[str, object]:
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


_DONE, _OUT_OF_TIME = "done", "out of time"


@dataclass(slots=True)
class SuiteState:
    """Which test files had their turn, and what came of it."""

    #: Names the content of the project and what it runs in: other content, another suite.
    key: str
    #: Test file -> "done", "out of time", or what is wrong with it.
    files: dict[str, str] = field(default_factory=dict)

    def waiting(self, tests: Sequence[str]) -> list[str]:
        """What is still to run: those that never had their turn first."""
        late = [test for test in tests if self.files.get(test) == _OUT_OF_TIME]
        return [*self.never_begun(tests), *late]

    def never_begun(self, tests: Sequence[str]) -> list[str]:
        """Those that had no turn yet."""
        return [test for test in tests if test not in self.files]

    def trouble(self, tests: Sequence[str]) -> dict[str, str]:
        """Those that had a turn and did not get to their end, with the reason."""
        return {test: why for test in tests if (why := self.files.get(test, _DONE)) != _DONE}

    def note(self, tests: Sequence[str], ran: Ran) -> list[str]:
        """Note what came of a run, and return the files that need another one."""
        again = []
        for test in tests:
            if test in ran.broken:
                self.files[test] = ran.broken[test] or "it cannot be imported"
            elif test in ran.finished or ran.ending is Ending.COMPLETE:
                self.files[test] = _DONE
            elif ran.ending is Ending.NOT_BEGUN:
                self.files[test] = ran.why
            elif ran.ending is Ending.OUT_OF_TIME and test in (*ran.begun, ran.last_file):
                self.files[test] = _OUT_OF_TIME
            elif test == ran.last_file:
                self.files[test] = ran.why
            else:
                again.append(test)
        if again and len(again) == len(tests):
            # Nobody can be blamed by name: without this they would run for ever.
            self.files.update(dict.fromkeys(again, ran.why))
            return []
        return again

    def to_json(self) -> dict[str, object]:
        """For the header of the events."""
        return {"key": self.key, "files": dict(sorted(self.files.items()))}

    @classmethod
    def from_header(cls, header: Header) -> SuiteState:
        """What `to_json` gave; nothing that fits when it was something else."""
        key, files = header.suite.get("key"), header.suite.get("files")
        known = files if isinstance(files, dict) else {}
        return cls(str(key), {str(test): str(how) for test, how in known.items()})
