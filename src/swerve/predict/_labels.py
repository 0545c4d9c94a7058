"""How are the labels of a function written down, small and the same for every reader?"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.usage import Kind

#: Kind, line, column, end line and end column, columns in bytes of UTF-8.
Read: TypeAlias = tuple[str, int, int, int, int]
#: What a network says of each place in a function that reads a value.
Labels: TypeAlias = Mapping[Read, Distribution]
#: A distribution in 65,535ths, in the order of the classes.
Shares: TypeAlias = tuple[int, ...]

_CLASSES = tuple(ValueClass)
_KINDS = tuple(kind.value for kind in Kind)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_ROW = struct.Struct(f"<B4I{len(_CLASSES)}H")
_WHOLE = 0xFFFF
#: More than any function has; what unpacks to more was not packed here.
_MOST_BYTES = 16_000_000


def packed(labels: Labels) -> bytes:
    """Labels as bytes."""
    rows = [
        _ROW.pack(
            _NUMBERS[kind],
            *position,
            *(round(_WHOLE * min(1.0, distribution.get(each, 0.0))) for each in _CLASSES),
        )
        for (kind, *position), distribution in labels.items()
    ]
    return zlib.compress(b"".join(rows))


def unpacked(data: bytes) -> Mapping[Read, Shares] | None:
    """What was packed; `None` for bytes that are something else."""
    try:
        stream = zlib.decompressobj()
        rows = stream.decompress(data, _MOST_BYTES)
        if not stream.eof:
            return None
        return {(_KINDS[row[0]], *row[1:5]): row[5:] for row in _ROW.iter_unpack(rows)}
    except (zlib.error, struct.error, IndexError):
        return None


def mean_of(rows: Sequence[Shares]) -> Distribution:
    """What several rows say on average; empty where there are none."""
    parts = [(row, len(rows) * sum(row)) for row in rows if any(row)]
    means = [sum(row[at] / whole for row, whole in parts) for at in range(len(_CLASSES))]
    return {each: mean for each, mean in zip(_CLASSES, means, strict=True) if mean}
