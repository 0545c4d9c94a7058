"""Which constants of the same kind are simpler than this one, and how simple is it?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from swerve.observe.recipe._forms import Constant

#: Longer texts lose pieces of at least a sixteenth of their length at a time.
_SINGLY = 40
#: What weighs nothing: the constant that stands for its kind.
_SIMPLEST: dict[type, Constant] = {
    bool: False,
    int: 0,
    float: 0.0,
    complex: 0j,
    str: "",
    bytes: b"",
}
#: Infinity and NaN surprise a reader more than any number that is written out.
_ODD = 400


def simplest_constant(value: Constant) -> Constant:
    """Return the simplest constant of the same kind."""
    return _SIMPLEST.get(type(value), value)


def constant_size(value: object) -> int:
    """Say how much of a constant there is to read; nothing for the simplest of its kind."""
    measure = _MEASURES.get(type(value))
    return 0 if measure is None else measure(value)


def shorter_constants(value: Constant) -> Iterator[Constant]:
    """Yield constants with less in them, the shortest first."""
    if isinstance(value, str | bytes):
        yield from _with_pieces_left_out(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _integers_towards_zero(value)
    elif isinstance(value, float):
        yield from _simpler_floats(value)
    elif isinstance(value, complex):
        yield from (complex(real, value.imag) for real in _simpler_floats(value.real))
        yield from (complex(value.real, imaginary) for imaginary in _simpler_floats(value.imag))


def plainer_constants(value: Constant) -> Iterator[Constant]:
    """Yield constants as long that are easier to read."""
    if isinstance(value, str):
        yield from _plainer_texts(value)
    elif isinstance(value, bytes):
        for text in _plainer_texts(value.decode("latin-1")):
            yield text.encode("latin-1")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield -value
    elif isinstance(value, float) and math.isfinite(value):
        yield -value
        yield from (round(value, digits) for digits in range(4))


def pieces_left_out(length: int, at_least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the stretches that can be left out of something: halves, then quarters, to single ones.

    Later ones come first: what stands at the start is more often needed.
    """
    size = length // 2
    while size >= at_least and size:
        for start in range(length - size, -1, -size):
            yield start, start + size
        size //= 2


def _with_pieces_left_out(text: Any) -> Iterator[Any]:
    at_least = 1 if len(text) <= _SINGLY else len(text) // 16
    for start, end in pieces_left_out(len(text), at_least):
        yield text[:start] + text[end:]


def _integers_towards_zero(number: int) -> Iterator[int]:
    sign, size = (-1, -number) if number < 0 else (1, number)
    yield from (sign * small for small in (1, 2) if small < size)
    if size > 1000:
        yield sign * math.isqrt(size)
    yield sign * (size // 2)
    yield from (sign * (size - size % power) for power in _powers_of_ten_below(size))
    step = size // 4
    while step:
        yield sign * (size - step)
        step //= 2
    yield sign * (size - 1)


def _powers_of_ten_below(size: int) -> Iterator[int]:
    """Yield powers to round with, the coarsest first; the decimals of huge numbers nobody reads."""
    exponents = range(1, len(str(size))) if size < 10**30 else range(0)
    return (10**exponent for exponent in reversed(exponents))


def _simpler_floats(number: float) -> Iterator[float]:
    if not math.isfinite(number):
        yield from (1.0, 1e9, -1e9)
    elif number.is_integer():
        yield from map(float, _integers_towards_zero(int(number)))
    else:
        yield float(int(number))
        yield from (round(number, digits) for digits in range(1, 4))
        yield float(int(number)) + 0.5


def _plainer_texts(text: str) -> Iterator[str]:
    yield "a" * len(text)
    for index, character in enumerate(text[:_SINGLY]):
        for plain in "a0":
            if _character_size(plain) < _character_size(character):
                yield text[:index] + plain + text[index + 1 :]


def _float_size(number: float) -> int:
    if not math.isfinite(number):
        return _ODD
    if number.is_integer():
        return abs(int(number)).bit_length() + (math.copysign(1, number) < 0)
    return 10 + 4 * len(repr(abs(number))) + (number < 0)


def _character_size(character: str) -> int:
    if character == "a":
        return 4
    if not character.isascii() or not character.isprintable():
        return 12
    if character.islower():
        return 5
    return 6 if character.isalnum() else 7


_MEASURES: dict[type, Callable[[Any], int]] = {
    bool: int,
    int: lambda number: abs(number).bit_length(),
    float: _float_size,
    complex: lambda number: _float_size(number.real) + _float_size(number.imag),
    str: lambda text: sum(map(_character_size, text)),
    bytes: lambda data: sum(map(_character_size, data.decode("latin-1"))),
}
