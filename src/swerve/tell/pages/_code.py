"""How do the two versions of a function stand side by side?

What the browser gets is compact: the lines of both sides, and rows that refer to them. A row is

    [old, new, count]                  so many lines that are the same, from these on
    [old, new, states]                 lines that differ; -1 where a side has none
    [old, new, states, spans, spans]   two versions of a line, and what differs inside them

`states` has a letter for each side: `r` ran, `m` was missed, `-` nothing to say. Spans are offsets
as JavaScript counts them, in UTF-16 units: start, end, start, end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from swerve.model import LineNo
from swerve.tell._alignment import Line, Row, Span, all_rows, differing_spans, lines_of
from swerve.tell._reach import IDLE, MISSED, RAN, line_states

from ._entry import ReportObject

_SIDES = ("old", "new")


def code_data(function: ReportObject, states: Sequence[Sequence[str]]) -> dict[str, Any] | None:
    """Return both versions, aligned; nothing where the report was kept without code."""
    source = function.get("source")
    if source is None:
        return None
    firsts = [function["lines"][side][0] for side in _SIDES]
    sides = [lines_of(source[side], first) for side, first in zip(_SIDES, firsts, strict=True)]
    marker = _Marker(firsts, states)
    rows: list[list[Any]] = []
    for row in all_rows(*sides):
        marker.add(row, rows)
    totals = [source[side].count("\n") + 1 for side in _SIDES]
    return {
        "old": "\n".join(line.text for line in sides[0]),
        "new": "\n".join(line.text for line in sides[1]),
        "first": firsts,
        "rows": rows,
        "cut": [total - len(side) for total, side in zip(totals, sides, strict=True)],
    }


def states_of(function: ReportObject, evidence: Sequence[ReportObject]) -> list[list[str]]:
    """Say for each side and line whether these engines ran it.

    Nothing is said where nothing ran: code that is the same once compared need not.
    """
    source = function.get("source")
    if source is None:
        return [[], []]
    if not any(each["runs"] for each in evidence):
        return [[IDLE] * (source[side].count("\n") + 1) for side in _SIDES]
    return [
        line_states(
            source[side],
            function["lines"][side][0],
            frozenset(function["changed_lines"][side]),
            frozenset(line for each in evidence for line in each.get("lines", {}).get(side, ())),
        )
        for side in _SIDES
    ]


def reach_of(states: Sequence[str]) -> list[int]:
    """How many lines ran, and how many could have."""
    ran = states.count(RAN)
    return [ran, ran + states.count(MISSED)]


class _Marker:
    """Writes rows as the browser reads them."""

    def __init__(self, firsts: Sequence[LineNo], states: Sequence[Sequence[str]]) -> None:
        self._firsts = firsts
        self._states = states

    def add(self, row: Row, rows: list[list[Any]]) -> None:
        """Add a row; lines that are the same lengthen the run before them."""
        old, new = self._index(row.old, 0), self._index(row.new, 1)
        if row.same:
            before = rows[-1] if rows else None
            if before is not None and isinstance(before[2], int):
                before[2] += 1
            else:
                rows.append([old, new, 1])
            return
        states = self._state(old, 0) + self._state(new, 1)
        if row.alike and row.old and row.new:
            old_spans, new_spans = differing_spans(row.old.text, row.new.text)
            texts = (row.old.text, old_spans), (row.new.text, new_spans)
            rows.append([old, new, states, *(in_utf16(*side) for side in texts)])
        else:
            rows.append([old, new, states])

    def _index(self, line: Line | None, side: int) -> int:
        return -1 if line is None else line.number - self._firsts[side]

    def _state(self, index: int, side: int) -> str:
        states = self._states[side]
        return states[index] if 0 <= index < len(states) else IDLE


def in_utf16(text: str, spans: Sequence[Span]) -> list[int]:
    """Offsets as JavaScript counts them; indentation is left out, which shows by itself."""
    kept = [span for span in spans if span[0] or not text[slice(*span)].isspace()]
    return [_units(text[:offset]) for span in kept for offset in span]


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
