"""How is the answer to one job written?

    kind      one byte: `RETURNED`, `RAISED`, `UNFINISHED`, `TOLD`
    seconds   eight bytes, a little-endian double
    reached   a count, then for each watched line that ran its file's number and the line
    notes     a count, then texts
    reason    only when unfinished: two texts, the `StopReason` and the detail
    rest      the snapshot, or what was asked for

Counts and numbers as in `varint`; a text is its length in bytes, then UTF-8.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

from .varint import put_uint

RETURNED = 0
RAISED = 1
UNFINISHED = 2
TOLD = 3

SECONDS = Struct("<d")
_pack_seconds = SECONDS.pack
#: Characters of a note or a detail; what is longer is cut.
MOST_TEXT = 500


#: An answer in two pieces: what stands in front, and the rest as it is.
Parts = tuple[bytes, bytes]


def answer_bytes(kind: int, seconds: float, *others: Any, **named: Any) -> bytes:
    """Write one answer in one piece: what `answer_parts` takes."""
    return b"".join(answer_parts(kind, seconds, *others, **named))


def answer_parts(
    kind: int,
    seconds: float,
    reached: Sequence[tuple[int, int]] = (),
    notes: Sequence[str] = (),
    rest: bytes = b"",
    reason: str = "",
    detail: str = "",
) -> Parts:
    """Write one answer."""
    out = bytearray((kind,))
    out += _pack_seconds(seconds)
    put_uint(out, len(reached))
    for file, line in reached:
        put_uint(out, file)
        put_uint(out, line)
    put_uint(out, len(notes))
    for note in notes:
        _put_text(out, note)
    if kind == UNFINISHED:
        _put_text(out, reason)
        _put_text(out, detail)
    return bytes(out), rest


def _put_text(out: bytearray, text: str) -> None:
    data = text[:MOST_TEXT].encode("utf-8", "backslashreplace")
    put_uint(out, len(data))
    out += data
