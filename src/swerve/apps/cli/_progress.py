"""What does a run show while it works?

A terminal has one line that is drawn again: the stage, a bar, counts, and about how long the stage
will take. Anything else gets a line now and then, so that a long run in CI is seen to be alive.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import TextIO

from swerve.model import FunctionReport, Verdict
from swerve.model.guarded import write_own
from swerve.tell.printable import printable

from ._streams import show

#: How often a terminal is drawn again: enough for the eye.
_REDRAW_S = 0.2
#: How often a log gets a line.
_LOG_S = 10.0
#: How often it is looked whether something is to be drawn, though nothing was told.
_TICK_S = 1.0
#: What takes less long is over before anybody wonders.
_SHORT_S = 2.0
_BAR = 20
#: Goes to the start of the line, and clears it.
_ERASE = "\r\x1b[K"


class Line:
    """One stage after the other, each with a name; a total and counts where there are some."""

    def __init__(self, stream: TextIO | None = None, *, is_quiet: bool = False) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        #: Nothing is drawn, where it would stand among lines that are printed meanwhile.
        self._is_quiet = is_quiet
        self._last = time.monotonic()
        self._is_drawn = False
        #: One that a signal may be heard in, which wants to say something.
        self._lock = threading.RLock()
        self._closed = threading.Event()
        self._ticker: threading.Thread | None = None
        self._stage = ""
        self._done = 0
        self._total: int | None = None
        self._more = ""
        self._since = time.monotonic()

    def begin(self, stage: str, total: int | None = None) -> None:
        """Go on to the next stage, which is about so many things."""
        with self._lock:
            self._stage, self._total, self._done, self._more = stage, total, 0, ""
            self._since = time.monotonic()
        if self._is_terminal:
            self._draw()
        if self._ticker is None and not self._is_quiet:
            self._ticker = threading.Thread(target=self._tick, daemon=True)
            self._ticker.start()

    def advance(self, done: int | None = None, total: int | None = None, more: str = "") -> None:
        """Say how far the stage is: one thing further, or at `done`."""
        with self._lock:
            self._done = self._done + 1 if done is None else done
            self._total = self._total if total is None else total
            self._more = more
        if self._is_due():
            self._draw()

    def close(self) -> None:
        """Leave the line empty for what comes next."""
        self._closed.set()
        with self._lock:
            self._clear()

    def say(self, line: str) -> None:
        """Print a line that stays."""
        with self._lock:
            self._clear()
            self._put(f"{line}\n")

    def tell(self, words: str) -> None:
        """Print a line that stays, of words that nobody vouched for."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self.say(printable(f"swerve: {words}", encoding))

    def print_result(self, line: str) -> None:
        """Print a line of what the command is about, on standard output."""
        with self._lock:
            self._clear()
            show(line)

    def _tick(self) -> None:
        """Show that time passes while nothing is told."""
        while not self._closed.wait(_TICK_S):
            if self._is_due():
                self._draw()

    def _is_due(self) -> bool:
        return time.monotonic() - self._last >= (_REDRAW_S if self._is_terminal else _LOG_S)

    def _clear(self) -> None:
        if self._is_drawn and self._is_terminal:
            self._put("", _ERASE)
        self._is_drawn = False

    def _draw(self) -> None:
        with self._lock:
            if self._closed.is_set() or self._is_quiet or not self._stage:
                return
            self._last = time.monotonic()
            self._is_drawn = True
            encoding = getattr(self._stream, "encoding", None) or "utf-8"
            line = f"swerve: {' · '.join(self._parts(encoding))}"
            line = line.encode(encoding, "replace").decode(encoding)
            if self._is_terminal:
                width = shutil.get_terminal_size().columns
                self._put(line[: width - 1], _ERASE)
            else:
                self._put(f"{line}\n")

    def _put(self, text: str, command: str = "") -> None:
        """Write; that nobody reads how far a run is does not end it."""
        with suppress(OSError, ValueError):
            write_own(self._stream, command)
            self._stream.write(text)
            self._stream.flush()

    def _parts(self, encoding: str) -> Iterator[str]:
        spent = time.monotonic() - self._since
        meter = self._meter(encoding)
        yield f"{self._stage} {meter}" if meter else self._stage
        if spent >= _SHORT_S or not self._is_terminal:
            left = time_left(self._done, self._total or 0, spent)
            yield f"{left} left" if left else rounded(spent)
        if self._more:  # last: a narrow terminal has no room for it
            yield self._more

    def _meter(self, encoding: str) -> str:
        """How far it is: a bar on a terminal, and the numbers; nothing where nothing is counted."""
        if not self._total:
            return f"{self._done:,}" if self._done else ""
        done = min(self._done, self._total)
        bar = f"{_bar(done / self._total, encoding)} " if self._is_terminal else ""
        return f"{bar}{done:,}/{self._total:,}"


def time_left(done: int, total: int, spent: float) -> str:
    """About how long the rest takes, when it goes on as it did; empty when nobody can tell."""
    if not 0 < done < total:
        return ""
    left = spent / done * (total - done)
    return f"about {rounded(left)}" if left >= _SHORT_S else "a moment"


def rounded(seconds: float) -> str:
    """A duration no more precise than it is known."""
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 90:
        return f"{5 * round(seconds / 5)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _bar(share: float, encoding: str) -> str:
    full, empty = ("━", "─")
    try:
        f"{full}{empty}".encode(encoding)
    except UnicodeEncodeError:
        full, empty = ("#", "-")
    filled = int(share * _BAR)
    return full * filled + empty * (_BAR - filled)


@contextmanager
def doing(stage: str, total: int | None = None, *, prints: bool = False) -> Iterator[Line]:
    """Tell what is being done, as long as this is open.

    Whatever `prints` lines meanwhile gets no line among them on a terminal.
    """
    with closing(Line(is_quiet=prints and sys.stdout.isatty())) as line:
        line.begin(stage, total)
        yield line


class CollectProgress(Line):
    """Tells how far a test suite is."""

    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        """So many of the test files are done; so many tests ran, and places were seen."""
        if not self._stage:
            self.begin("running test files", total)
        self.advance(done, total, f"{tests:,} tests · {events:,} events")


class EvalProgress(Line):
    """Tells how far an evaluation is."""

    def surveyed(self, project: str) -> None:
        """This project is being looked through."""
        if not self._stage:
            self.begin("reading events")
        self.advance(more=project)

    def asked(self, done: int, total: int) -> None:
        """So many of about so many events are done."""
        if self._stage != "predicting events" or done < self._done:
            self.begin("predicting events", total)
        self.advance(done, max(done, total))


class Progress(Line):
    """Tells how far a check is. What runs functions are is told by stages, and each has a total."""

    def __init__(self, stream: TextIO | None = None, *, is_quiet: bool = False) -> None:
        super().__init__(stream, is_quiet=is_quiet)
        #: Of functions that have their answer.
        self._counts: Counter[Verdict] = Counter()
        self._rounds = 0
        #: When the first function that had to run got its answer, on the clock of `monotonic`.
        self.first_at: float | None = None
        #: The function that was last found to have changed.
        self._last_changed = ""

    def started(self, total: int) -> None:
        """Remember how many pairs there are."""
        self.begin("comparing code", total)

    def finished(self, report: FunctionReport) -> None:
        """Count one pair. What comparing code does not decide is counted when something does."""
        if report.verdict is not Verdict.INCONCLUSIVE:
            self._counts[report.verdict] += 1
        self.advance(more=self._told())

    def preparing(self, modules: int) -> None:
        """Say that both sides are being made runnable."""
        noun = "module" if modules == 1 else "modules"
        self.begin(f"importing {modules} {noun} on both sides")

    def running(self, total: int) -> None:
        """Say that functions are about to run, which takes a while for each."""
        self._rounds += 1
        again = " once more, for longer" if self._rounds > 1 else ""
        self.begin(f"running functions{again}", total)

    def replaying(self, done: int, total: int) -> None:
        """Say how far the tests of the project are."""
        stage = "running the project's tests"
        if self._stage != stage:
            self.begin(stage, total)
        self.advance(done, total)

    def decided(self, report: FunctionReport) -> None:
        """Count one function that was run; the first one is shown at once."""
        self._counts[report.verdict] += 1
        if report.verdict is Verdict.CHANGED:
            self._last_changed = report.pair.name
        is_first = self.first_at is None
        self.first_at = self.first_at or time.monotonic()
        self.advance(more=self._told())
        if is_first and self._is_terminal:
            self._draw()

    def left_open(self, report: FunctionReport) -> None:
        """One function goes on to the next stage."""
        self.advance(more=self._told())

    def _told(self) -> str:
        told = [f"{count} {verdict.value}" for verdict, count in self._counts.items()]
        return " · ".join((*told, *filter(None, (self._last_changed,))))
