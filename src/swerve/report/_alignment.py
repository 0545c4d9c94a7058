"""Which lines of the old function belong beside which lines of the new one?"""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from swerve.model import Function, LineNo
from swerve.report._intraline import tokens_of

_CONTEXT = 1

#: Lines of a longer function are not aligned: only the first few differences are ever shown.
_MOST_LINES = 2000

#: A replaced block with more candidate pairs than this is set side by side as it comes.
_MOST_CANDIDATES = 2500

#: Lines that share fewer of their words than this are neighbours by chance.
_ALIKE = 0.5


class Line(NamedTuple):
    """A line of one side, without the indentation that its whole function has."""

    number: LineNo
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side; `None` where a side has nothing to show."""

    old: Line | None
    new: Line | None
    same: bool = False
    #: The two lines are versions of each other, so what differs inside them is worth marking.
    alike: bool = False


def differing_rows(old: Function, new: Function) -> list[list[Row]]:
    """Return the places where the sources differ, each with a line of context around it."""
    old_lines, new_lines = _lines(old), _lines(new)
    matcher = SequenceMatcher(
        None, [line.text for line in old_lines], [line.text for line in new_lines]
    )
    places: list[list[Row]] = []
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        rows: list[Row] = []
        for tag, old_first, old_end, new_first, new_end in group:
            old_part, new_part = old_lines[old_first:old_end], new_lines[new_first:new_end]
            if tag == "equal":
                pairs = zip(old_part, new_part, strict=True)
                rows += [Row(before, after, same=True) for before, after in pairs]
            else:
                rows += _aligned(old_part, new_part)
        places.append(_without_blank_context(rows))
    return places


def _without_blank_context(rows: list[Row]) -> list[Row]:
    kept = list(rows)
    for end in (0, -1):
        while kept and kept[end].same and not (kept[end].new or Line(0, "")).text.strip():
            kept.pop(end)
    return kept


def _lines(function: Function) -> list[Line]:
    texts = textwrap.dedent(function.source).split("\n")[:_MOST_LINES]
    return [Line(function.first_line + index, text) for index, text in enumerate(texts)]


def _aligned(old: list[Line], new: list[Line]) -> list[Row]:
    """Put lines that resemble each other side by side, and fill up between them in order."""
    rows: list[Row] = []
    old_done = new_done = 0
    for old_at, new_at in [*_resembling(old, new), (len(old), len(new))]:
        rows += [Row(*lines) for lines in zip_longest(old[old_done:old_at], new[new_done:new_at])]
        if old_at < len(old):
            rows.append(Row(old[old_at], new[new_at], alike=True))
        old_done, new_done = old_at + 1, new_at + 1
    return rows


def _resembling(old: list[Line], new: list[Line]) -> list[tuple[int, int]]:
    """Choose pairs of resembling lines, in order on both sides, with the most in common overall."""
    if len(old) * len(new) > _MOST_CANDIDATES:
        return []
    old_words = [_words(line) for line in old]
    new_words = [_words(line) for line in new]
    likeness = [[_likeness(before, after) for after in new_words] for before in old_words]
    # best[i][j]: the most that old[i:] and new[j:] can have in common.
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], likeness[i][j] + best[i + 1][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if likeness[i][j] and best[i][j] == likeness[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _words(line: Line) -> Counter[str]:
    return Counter(token for token in tokens_of(line.text) if not token.isspace())


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    total = old.total() + new.total()
    shared = 2 * (old & new).total() / total if total else 0.0
    return shared if shared >= _ALIKE else 0.0
