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


class Progress:
    """Draws one line with counts on a terminal, and writes a line now and then to anything else."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._total: int | None = None
        self._counts: Counter[Verdict] = Counter()
        self._last = time.monotonic()
        self._drawn = False

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
        pause = _REDRAW_S if self._is_terminal else _LOG_S
        if time.monotonic() - self._last >= pause:
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

    def decided(self, report: FunctionReport) -> None:
        """Count one function that was run."""
        self.finished(report)

    def close(self) -> None:
        """Leave the line empty for what comes next."""
        if self._drawn and self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _draw(self) -> None:
        self._last = time.monotonic()
        self._drawn = True
        done = self._counts.total()
        of = "" if self._total is None else f"/{self._total}"
        parts = [f"{count} {verdict.value}" for verdict, count in self._counts.items()]
        line = f"swerve: {done}{of} functions checked" + "".join(f" · {part}" for part in parts)
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._write(line.encode(encoding, "replace").decode(encoding))

    def _write(self, line: str) -> None:
        self._drawn = True
        if self._is_terminal:
            width = shutil.get_terminal_size().columns
            self._stream.write(f"\r\x1b[K{line[: width - 1]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()
