"""How are unsigned integers written? Seven bits a byte, lowest first, the high bit says "more"."""

from __future__ import annotations

#: More bytes than any honest length or index takes.
_MOST_BYTES = 10


class BadInteger(ValueError):
    """The bytes hold no integer, or one that is too long."""


def put_uint(out: bytearray, number: int) -> None:
    """Append a number that is not negative."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def get_uint(data: bytes, position: int) -> tuple[int, int]:
    """Read a number: its value and the position behind it."""
    number = shift = 0
    for at in range(position, min(position + _MOST_BYTES, len(data))):
        byte = data[at]
        number |= (byte & 127) << shift
        if byte < 128:
            return number, at + 1
        shift += 7
    raise BadInteger(f"no integer at byte {position}")
