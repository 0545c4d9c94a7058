"""How does a person write a constant in Python?"""

from __future__ import annotations

import ast
import math
import struct

from ._forms import Constant

#: From here on an integer close to a power reads better as one.
_LARGE = 2**63 - 1
#: More digits than this are written in hexadecimal: Python refuses long decimals.
_MOST_DIGITS = 100
#: Text shorter than this is written out, even when it repeats.
_LONG = 40
_LONGEST_PERIOD = 4


def written_constant(value: Constant) -> str:
    """Return Python that evaluates to the constant, to the bit."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, complex):
        return _complex(value)
    if isinstance(value, str | bytes):
        return _text(value)
    return "..." if value is ... else "None"


def _integer(number: int) -> str:
    size = abs(number)
    if size < _LARGE:
        return str(number)
    sign = "-" if number < 0 else ""
    for offset, written in ((0, ""), (-1, " - 1"), (1, " + 1")):
        power = _as_power(size - offset)
        if power:
            return f"{sign}({power}{written})" if sign and written else f"{sign}{power}{written}"
    if size.bit_length() < _MOST_DIGITS * 3:
        return str(number)
    return hex(number)


def _as_power(number: int) -> str:
    if number & (number - 1) == 0:
        return f"2**{number.bit_length() - 1}"
    if number.bit_length() > 4000:
        return ""  # to raise ten to such a power just to see takes too long
    exponent = round(math.log10(number))
    return f"10**{exponent}" if 10**exponent == number else ""


def _float(number: float) -> str:
    return repr(number) if math.isfinite(number) else f'float("{number!r}")'


def _complex(number: complex) -> str:
    written = repr(number)
    if "n" not in written and _bits(ast.literal_eval(written)) == _bits(number):
        return written
    # Signed zeros, infinities and NaN do not survive being added up from their parts.
    return f"complex({_float(number.real)}, {_float(number.imag)})"


def _bits(number: complex) -> bytes:
    return struct.pack("dd", number.real, number.imag)


def _text(text: str | bytes) -> str:
    for period in range(1, _LONGEST_PERIOD + 1):
        times, rest = divmod(len(text), period)
        if len(text) >= _LONG and not rest and text == text[:period] * times:
            return f"{_quoted(text[:period])} * {times}"
    return _quoted(text)


def _quoted(text: str | bytes) -> str:
    """Quote as Python does, but with double quotes where no quote is inside."""
    written = repr(text)
    quotes = ("'", '"') if isinstance(text, str) else (b"'", b'"')
    if any(quote in text for quote in quotes):  # type: ignore[operator]
        return written
    return written.replace("'", '"')
