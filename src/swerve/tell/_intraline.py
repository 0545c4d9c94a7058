"""Where inside two similar texts is the difference?"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TypeAlias

#: Offsets of the first character and of the one after the last.
Span: TypeAlias = tuple[int, int]

_TOKEN = re.compile(r"\d+\.\d+|\w+|\s+|[^\w\s]")

#: Matching is quadratic; longer texts count as different throughout.
_MOST_TOKENS = 400


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
