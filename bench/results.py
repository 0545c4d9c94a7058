"""How are results kept while they come in, and how are they told?"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


class Results:
    """Rows of results in a file, by their ids: a run that was stopped goes on from there."""

    def __init__(self, path: Path, *, keep: bool) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not keep:
            path.unlink(missing_ok=True)
        self.rows: dict[str, dict[str, Any]] = {}
        if path.is_file():
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                self.rows[row["id"]] = row

    def add(self, row: dict[str, Any]) -> None:
        """Keep one more."""
        self.rows[row["id"]] = row
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as they need to be: the first to the left, numbers to the right."""
    texts = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    )


def share(part: int, whole: int) -> str:
    """A share as people read it."""
    return f"{100 * part / whole:.1f}%" if whole else "-"


def middle(seconds: Sequence[float]) -> str:
    """The median."""
    return f"{statistics.median(seconds):.2f}" if seconds else "-"


def most(seconds: Sequence[float]) -> str:
    """The 95th percentile."""
    ordered = sorted(seconds)
    return f"{ordered[math.ceil(0.95 * len(ordered)) - 1]:.2f}" if ordered else "-"
