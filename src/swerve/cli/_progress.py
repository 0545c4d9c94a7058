"""What does a run show while it works?"""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from typing import TextIO

from swerve.model import FunctionReport, Verdict

#: Redraws a second are enough for the eye.
_REDRAW_S = 0.1
#: A log gets a line this often, so that a long run in CI is seen to be alive.
_LOG_S = 10.0


class _Line:
    """One line that is drawn again on a terminal; anything else gets a line now and then."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._last = time.monotonic()
        self._drawn = False

    def close(self) -> None:
        """Leave the line empty for what comes next."""
        if self._drawn and self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _is_due(self) -> bool:
        pause = _REDRAW_S if self._is_terminal else _LOG_S
        return time.monotonic() - self._last >= pause

    def _write(self, line: str) -> None:
        self._last = time.monotonic()
        self._drawn = True
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        line = line.encode(encoding, "replace").decode(encoding)
        if self._is_terminal:
            width = shutil.get_terminal_size().columns
            self._stream.write(f"\r\x1b[K{line[: width - 1]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()


class CollectProgress(_Line):
    """Tells how far a test suite is."""

    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        """So many of the test files are done; so many tests ran, and places were seen."""
        if self._is_due():
            self._write(f"swerve: {done}/{total} test files · {tests:,} tests · {events:,} events")


class EvalProgress(_Line):
    """Tells how far an evaluation is."""

    def surveyed(self, project: str) -> None:
        """This project is being looked through."""
        if self._is_due():
            self._write(f"swerve: reading events · {project}")

    def asked(self, done: int, total: int) -> None:
        """So many of about so many events are done."""
        if self._is_due():
            self._write(f"swerve: {done:,}/{max(done, total):,} events")


class Progress(_Line):
    """Tells how far a check is."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._total: int | None = None
        self._counts: Counter[Verdict] = Counter()

    def reading(self) -> None:
        """Say that the change is being read, which can take a while for hundreds of files."""
        if self._is_terminal:
            self._write("swerve: reading the change")

    def started(self, total: int) -> None:
        """Remember how many pairs there are."""
        self._total = total
        if self._is_terminal and total > 1:
            self._draw()

    def finished(self, report: FunctionReport) -> None:
        """Count one pair."""
        self._counts[report.verdict] += 1
        if self._is_due():
            self._draw()

    def preparing(self, modules: int) -> None:
        """Say that both sides are being made runnable."""
        if self._is_terminal:
            noun = "module" if modules == 1 else "modules"
            self._write(f"swerve: importing {modules} {noun} on both sides")

    def running(self, total: int) -> None:
        """Say that functions are about to run, which takes a while for each."""
        self._counts.clear()
        self._total = total
        if self._is_terminal:
            self._draw()

    def replaying(self, done: int, total: int) -> None:
        """Say how far the tests of the project are."""
        if self._is_due():
            self._write(f"swerve: {done}/{total} test files run on both sides")

    def decided(self, report: FunctionReport) -> None:
        """Count one function that was run."""
        self.finished(report)

    def _draw(self) -> None:
        done = self._counts.total()
        of = "" if self._total is None else f"/{self._total}"
        parts = [f" · {count} {verdict.value}" for verdict, count in self._counts.items()]
        self._write(f"swerve: {done}{of} functions checked{''.join(parts)}")
