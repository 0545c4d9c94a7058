"""Which lines of two functions belong side by side, and what differs inside two lines?"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from swerve.model import Function, LineNo

#: Offsets of the first character and of the one after the last.
Span: TypeAlias = tuple[int, int]
#: As `difflib` tells them: what to do, and where on each side.
_Opcode: TypeAlias = tuple[str, int, int, int, int]

_CONTEXT = 1

#: Lines of a longer function are not aligned: only the first few differences are ever shown.
_MOST_LINES = 2000

#: A replaced block with more candidate pairs than this is set side by side as it comes.
_MOST_CANDIDATES = 2500

_TOKEN = re.compile(r"\d+\.\d+|\w+|\s+|[^\w\s]")

#: Matching is quadratic; longer texts count as different throughout.
_MOST_TOKENS = 400

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
    sides = lines_of(old.source, old.first_line), lines_of(new.source, new.first_line)
    groups = _matcher(*sides).get_grouped_opcodes(_CONTEXT)
    return [_without_blank_context(_rows(*sides, group)) for group in groups]


def all_rows(old: list[Line], new: list[Line]) -> list[Row]:
    """Return the whole of two sources side by side."""
    return _rows(old, new, _matcher(old, new).get_opcodes())


def lines_of(source: str, first_line: LineNo) -> list[Line]:
    """Return the lines of a function, without the indentation that all of it has."""
    texts = textwrap.dedent(source).split("\n")[:_MOST_LINES]
    return [Line(first_line + index, text) for index, text in enumerate(texts)]


def _matcher(old: list[Line], new: list[Line]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [line.text for line in old], [line.text for line in new])


def _rows(old: list[Line], new: list[Line], opcodes: Iterable[_Opcode]) -> list[Row]:
    rows: list[Row] = []
    for tag, old_first, old_end, new_first, new_end in opcodes:
        old_part, new_part = old[old_first:old_end], new[new_first:new_end]
        if tag == "equal":
            pairs = zip(old_part, new_part, strict=True)
            rows += [Row(before, after, same=True) for before, after in pairs]
        else:
            rows += _aligned(old_part, new_part)
    return rows


def _without_blank_context(rows: list[Row]) -> list[Row]:
    kept = list(rows)
    for end in (0, -1):
        while kept and kept[end].same and not (kept[end].new or Line(0, "")).text.strip():
            kept.pop(end)
    return kept


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


# --- inside two lines ---------------------------------------------------------------------------


def tokens_of(text: str) -> list[str]:
    """Split into words, runs of spaces and numbers and single marks; nothing is lost."""
    return _TOKEN.findall(text)


def differing_spans(old: str, new: str) -> tuple[list[Span], list[Span]]:
    """Return the parts of each text that the other does not have."""
    old_tokens, new_tokens = tokens_of(old), tokens_of(new)
    if max(len(old_tokens), len(new_tokens)) > _MOST_TOKENS:
        return [(0, len(old))], [(0, len(new))]
    old_starts, new_starts = _starts(old_tokens), _starts(new_tokens)
    old_spans: list[Span] = []
    new_spans: list[Span] = []
    matcher = SequenceMatcher(None, old_tokens, new_tokens, autojunk=False)
    for tag, old_first, old_end, new_first, new_end in matcher.get_opcodes():
        if tag != "equal":
            old_spans.append((old_starts[old_first], old_starts[old_end]))
            new_spans.append((new_starts[new_first], new_starts[new_end]))
    return old_spans, new_spans


def focus(old: str, new: str, room: int, ellipsis: str) -> tuple[str, str]:
    """Drop so much of the common start that the first difference shows within `room` characters."""
    shared = _shared_start(old, new)
    if max(len(old), len(new)) <= room or shared <= room * 2 // 3:
        return old, new
    start = shared - room // 3
    return ellipsis + old[start:], ellipsis + new[start:]


def _shared_start(old: str, new: str) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    unequal = (index for index, (before, after) in pairs if before != after)
    return next(unequal, min(len(old), len(new)))


def _starts(tokens: list[str]) -> list[int]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return starts
