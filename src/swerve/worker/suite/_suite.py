"""Run tests of a project with every read of its code recorded.

    python _boot.py DESCRIPTOR suite._suite

Runs inside the environment of the project, in a cell: standard library and pytest only. The order
that is read from the descriptor is JSON: see `_order_for` in `swerve.apps.collect._chunk`. What
was seen is written to another descriptor, one line of JSON each time: whoever ends this process has
all up to there.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any

from . import recording as _recording
from ._process import Log, begun, clock, end
from ._pytest import run_pytest
from .loading import Loading

#: A pause between two writings: at least this, and so many times what the last one took.
_PAUSE_S, _PAUSE_FACTOR = 1.0, 10.0


class ReadLog:
    """What the code of the project has read, told when it is more than before."""

    def __init__(self, log: Log, sums: dict[str, int]) -> None:
        self._outcomes: dict[str, int] = {}
        self._log = log
        self._sums = sums
        self._told: dict[Any, dict[str, int]] = {}
        self._next = clock() + _PAUSE_S

    @property
    def is_enough(self) -> bool:
        """More is always better."""
        return False

    def imported(self) -> None:
        """Tell it if the last time is a while ago."""
        if clock() > self._next:
            self.tell()

    def collected(self) -> None:
        """Tell it, before the tests run."""
        self.tell()

    def begins(self, test: str) -> None:
        """Do nothing."""

    def ended(self, test: str) -> None:
        """Tell it if the last time is a while ago."""
        self.imported()

    def result(self, test: str, report: Any) -> None:
        """Count how tests end."""
        self._outcomes[report.outcome] = self._outcomes.get(report.outcome, 0) + 1

    def again(self, order: Any) -> None:
        """Do nothing: this process does not stay."""

    def tell(self) -> None:
        """Tell what is new, with how often it was seen in all."""
        start = clock()
        found: dict[str, list[Any]] = {}
        for place, counts in _recording.events():
            if self._told.get(place) != counts:
                self._told[place] = counts
                found.setdefault(place[0], []).append([*place[1:], counts])
        lines = [["events", file, self._sums[file], rows] for file, rows in found.items()]
        self._log.tell(*lines, ["outcomes", self._outcomes])
        self._next = clock() + max(_PAUSE_S, _PAUSE_FACTOR * (clock() - start))


def main(descriptor: int) -> None:
    """Run the tests, and end this process."""
    order, log, folder, paths = begun(descriptor)
    sys.path[:0] = [*paths, folder]
    setattr(builtins, _recording.RECORDER, _recording.record)
    setattr(builtins, _recording.RECORDER_OF_ITEMS, _recording.record_item)
    loading = Loading([[folder, ""], *order["roots"]], _recording.rewritten)
    loading.begin()
    seen = ReadLog(log, loading.sums)
    status, is_out_of_time = run_pytest(order, folder, log, seen)
    seen.tell()
    end(log, status, is_out_of_time)
