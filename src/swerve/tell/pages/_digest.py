"""What do the charts of a campaign show?

A digest takes in one change after the other and stays small, however many there are: of the
verdicts over time it keeps a bounded number of columns, each for as many changes as it must.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: As charts stack them and lists order them: worst first.
VERDICTS = ("changed", "inconclusive", "likely-preserved", "preserved")

#: Upper ends of the classes of seconds, inclusive; the last class has none.
_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)
#: Lower ends of the classes of reach above 0, in per cent; all of it is a class of its own.
_REACH = (25, 50, 75, 100)

_MOST_COLUMNS = 120


@dataclass(slots=True)
class _Column:
    """Verdicts of changes that follow each other."""

    first: str
    last: str
    changes: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * len(VERDICTS))

    def add(self, other: _Column) -> None:
        self.last = other.last
        self.changes += other.changes
        self.counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]


class Digest:
    """Figures over many changes; `add` them in order."""

    def __init__(self) -> None:
        self.changes = 0
        self._width = 1
        self._columns: list[_Column] = []
        self._totals = [0] * len(VERDICTS)
        self._unintended = self._breaking = 0
        self._seconds = [0] * (len(_SECONDS) + 1)
        self._reach = [0] * (len(_REACH) + 2)

    def add(self, data: Mapping[str, Any]) -> None:
        """Take in a change, as `entry_data` or `brief_data` tells it."""
        self.changes += 1
        column = _Column(data["when"], data["when"], 1)
        for function in data["functions"]:
            column.counts[VERDICTS.index(function["verdict"])] += 1
            self._unintended += "unintended" in function["judgements"]
            self._seconds[bisect_left(_SECONDS, function["seconds"])] += 1
            ran, could = function["reach"]
            if could:
                self._reach[_reach_class(ran, could)] += 1
        self._breaking += data["breaking"]
        self._totals = [a + b for a, b in zip(self._totals, column.counts, strict=True)]
        if self._columns and self._columns[-1].changes < self._width:
            self._columns[-1].add(column)
        else:
            self._columns.append(column)
        if len(self._columns) > _MOST_COLUMNS:
            self._halve()

    def data(self) -> dict[str, Any]:
        """Return the figures as the browser draws them."""
        return {
            "changes": self.changes,
            "totals": dict(zip(VERDICTS, self._totals, strict=True)),
            "unintended": self._unintended,
            "breaking": self._breaking,
            "columns": [
                [column.first, column.last, column.changes, *column.counts]
                for column in self._columns
            ],
            "seconds": {"ends": list(_SECONDS), "counts": self._seconds},
            "reach": {"starts": list(_REACH), "counts": self._reach},
        }

    def _halve(self) -> None:
        """Let each column stand for twice as many changes."""
        self._width *= 2
        merged: list[_Column] = []
        for index, column in enumerate(self._columns):
            if index % 2:
                merged[-1].add(column)
            else:
                merged.append(column)
        self._columns = merged


def _reach_class(ran: int, could: int) -> int:
    return 0 if not ran else 1 + bisect_right(_REACH, 100 * ran // could)
