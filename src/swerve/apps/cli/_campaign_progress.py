"""What does a campaign show while it works?"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import TextIO

from swerve.apps.campaign import Done, Failed, Outcome, Status, Unit
from swerve.apps.cli._progress import Line, rounded
from swerve.model.plurals import counted

#: The pace is that of so many changes before: one that has to be run takes long.
_RECENT = 1_000


class CampaignProgress(Line):
    """Tells how far a campaign is, and how long it will take."""

    def __init__(self, status: Status, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._set_aside = status.counts["set-aside"]
        self._trying = 0
        self._failed = 0
        self._lost = 0
        self._is_stopping = False
        self._ends: deque[float] = deque([time.monotonic()], maxlen=_RECENT)
        self.begin("checking", status.total)
        self.advance(status.counts["done"])

    def began(self, unit: Unit) -> None:
        """Count what is being tried."""
        self._trying += 1
        if self._is_terminal and self._is_due():
            self._draw()

    def ended(self, unit: Unit, outcome: Outcome, state: str) -> None:
        """Count a try; say so where it came to nothing for good."""
        self._trying -= 1
        if isinstance(outcome, Done):
            self._ends.append(time.monotonic())
            self.advance()
        elif state == "set-aside":
            self._set_aside += 1
            self.tell(f"set aside {unit.new[:10]} {unit.title[:60]}: {outcome.why}")
        elif isinstance(outcome, Failed):
            self._failed += 1
        else:
            self._lost += 1
        if self._is_due():
            self._draw()

    def stopping(self) -> None:
        """Say that the campaign ends soon."""
        self._is_stopping = True
        self.tell(f"finishing {counted(self._trying, 'change')}; Ctrl-C again stops at once")

    def _parts(self, encoding: str) -> Iterator[str]:
        total = self._total or 0
        yield f"{self._stage}: {self._meter(encoding)} {'change' if total == 1 else 'changes'}"
        if self._set_aside:
            yield f"{self._set_aside} set aside"
        if self._failed:
            yield "1 failed try" if self._failed == 1 else f"{self._failed} failed tries"
        if self._lost:
            yield "1 lost try" if self._lost == 1 else f"{self._lost} lost tries"
        left = total - self._done - self._set_aside
        span = self._ends[-1] - self._ends[0]
        if self._is_stopping:
            yield f"finishing {self._trying}"
        elif len(self._ends) > 1 and span > 0:
            pace = (len(self._ends) - 1) / span
            yield f"{pace:.2g} a second"
            yield f"about {rounded(left / pace)} left"
        else:
            yield rounded(time.monotonic() - self._since)
