"""What does a campaign show while it works?"""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import TextIO

from swerve.campaign import Done, Outcome, Status, Unit
from swerve.cli._progress import _Line
from swerve.report._printable import printable

#: The pace is that of so many changes before.
_RECENT = 50


class CampaignProgress(_Line):
    """Tells how far a campaign is, and how long it will take."""

    def __init__(self, status: Status, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._total = status.total
        self._done = status.counts["done"]
        self._set_aside = status.counts["set-aside"]
        self._trying = 0
        self._failed = 0
        self._is_stopping = False
        self._ends: deque[float] = deque([time.monotonic()], maxlen=_RECENT)

    def began(self, unit: Unit) -> None:
        """Count what is being tried."""
        self._trying += 1
        if self._is_terminal and self._is_due():
            self._draw()

    def ended(self, unit: Unit, outcome: Outcome, state: str) -> None:
        """Count a try; say so where it came to nothing for good."""
        self._trying -= 1
        if isinstance(outcome, Done):
            self._done += 1
            self._ends.append(time.monotonic())
        elif state == "set-aside":
            self._set_aside += 1
            self._say(f"set aside {unit.new[:10]} {unit.title[:60]}: {outcome.why}")
        else:
            self._failed += 1
        if self._is_due():
            self._draw()

    def stopping(self) -> None:
        """Say that the campaign ends soon."""
        self._is_stopping = True
        noun = "change" if self._trying == 1 else "changes"
        self._say(f"finishing {self._trying} {noun}; Ctrl-C again stops at once")

    def _say(self, words: str) -> None:
        self.close()
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        self._stream.write(printable(f"swerve: {words}", encoding) + "\n")
        self._stream.flush()

    def _draw(self) -> None:
        parts = [f"{self._done}/{self._total} changes"]
        if self._set_aside:
            parts.append(f"{self._set_aside} set aside")
        if self._failed:
            parts.append(f"{self._failed} failed tries")
        left = self._total - self._done - self._set_aside
        span = self._ends[-1] - self._ends[0]
        if len(self._ends) > 1 and span > 0 and not self._is_stopping:
            pace = (len(self._ends) - 1) / span
            parts += [f"{pace:.2g} a second", f"{_time_text(left / pace)} left"]
        if self._is_stopping:
            parts.append(f"finishing {self._trying}")
        self._write(f"swerve: {' · '.join(parts)}")


def _time_text(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
