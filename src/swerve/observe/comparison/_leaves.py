"""Are two leaves alike: numbers, texts, bytes?"""

from __future__ import annotations

import math
import re
import struct
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from swerve.observe.comparison._rules import Rules
from swerve.observe.snapshot import Atom, Cut, Scalar

# --- which parts of a text are noise? -------------------------------------------------------------
# Noise is replaced by its name before two texts are compared: `<Cart at 0x7f3a...>` becomes
# `<Cart at (address)>`. Every expression here takes time linear in the text, whatever the text.

#: Finds noise; its groups are called like the rules.
Scrub: TypeAlias = "re.Pattern[str]"

_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_DATE = r"(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)"
_CLOCK = r"[0-2]?\d:[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[+-][01]\d:?[0-5]\d)\b)?"
_UNITS = (
    r"ns|[uµμ]s|ms|s|m|h|secs?|mins?|hrs?|nanoseconds?|microseconds?|milliseconds?|seconds?"
    r"|minutes?|hours?"
)

#: Behind "at" and inside `<...>`, where Python puts an address: never compared.
_ADDRESS = re.compile(
    r"\bat 0x[0-9a-fA-F]{6,16}\b|<[^<>'\"]{1,200}?\b0x[0-9a-fA-F]{6,16}(?![0-9a-zA-Z])"
)
#: A line of a file of the tree, in a traceback or a log: a comment above moves it.
_LINE = re.compile(r"""(/srv/u/project/[^\s"':,;)]{1,300}(?:", line |:))\d{1,7}\b""")
#: As long as an address is, so it may be one. `crc32` and 64-bit hashes have other lengths.
_LIKE_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{9,12}\b")

_NOISE = {
    "uuid": (
        r"(?<![0-9a-fA-F-])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9a-fA-F-])"
        # `uuid4().hex`: the digits of version and variant tell it from most digests
        r"|(?<![0-9a-fA-F])[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}(?![0-9a-fA-F])"
    ),
    "timestamp": (
        rf"{_DATE}[T _]{_CLOCK}{_ZONE}"
        rf"|(?:\b(?:{_DAYS}),? )?\b\d\d? (?:{_MONTHS}) \d{{4}} {_CLOCK}{_ZONE}"
        rf"|\b(?:{_DAYS}) (?:{_MONTHS}) [ \d]\d {_CLOCK} \d{{4}}\b"
        r"|(?<!\d)(?:19|20)\d{6}T\d{6}Z?(?!\d)"
    ),
    "date": rf"{_DATE}|\b\d\d? (?:{_MONTHS})[a-z]{{0,6}} \d{{4}}\b",
    "duration": rf"(?<![\w.])\d{{1,20}}(?:\.\d{{1,20}})?(?:e-?\d\d)? ?(?:{_UNITS})\b"
    r"|(?<![\d:])(?:\d{1,5} days?, )?\d\d?:[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?![\d:])",
    "tempname": (
        r"(?:/private)?/(?:tmp|var/tmp|var/folders/\w\w/\w{1,40}/T)/[^\s'\"<>:,;)\]]{1,250}"
        r"|\btmp[a-z0-9_]{8}(?![a-z0-9_])"
    ),
    "address": r"\b0x[0-9a-fA-F]{6,16}\b",
}


@lru_cache(maxsize=32)
def scrub_for(names: frozenset[str]) -> Scrub | None:
    """What replaces the noise of these names; nothing when none of them speaks of text."""
    # In the order of the table: a date inside a timestamp is a part of it.
    groups = [f"(?P<{name}>{noise})" for name, noise in _NOISE.items() if name in names]
    return re.compile("|".join(groups)) if groups else None


def scrubbed(text: str, scrub: Scrub | None) -> str:
    """The text with its addresses, its lines of the tree and its noise replaced."""
    if "0x" in text:
        text = _ADDRESS.sub(_without_address, text)
    if "/srv/u/project/" in text:
        text = _LINE.sub(r"\1(line)", text)
    return scrub.sub(_name_of, text) if scrub else text


def without_likely_addresses(text: str) -> str:
    """The text with everything replaced that may be an address."""
    return _LIKE_ADDRESS.sub("(address)", text) if "0x" in text else text


def _without_address(match: re.Match[str]) -> str:
    return match[0].rpartition("0x")[0] + "(address)"


def _name_of(match: re.Match[str]) -> str:
    return f"({match.lastgroup})"


# --- are two leaves alike: numbers, texts, bytes? -------------------------------------------------

Leaf: TypeAlias = Atom | Cut

_PACK_FLOAT = struct.Struct("<d").pack
_NAN = _PACK_FLOAT(math.nan)
#: Python's hash of larger integers is easy to make collide, and keys come from target code.
_SMALL = 1 << 60
_KINDS = (bool, int, float, complex, str, bytes)
#: What a tolerance does not speak of.
_EXACT = ("str", "bytes", "int")
#: 2001 and 2100, in seconds since 1970.
_EPOCH = (1_000_000_000, 4_102_444_800)


class Answer(Enum):
    """Whether two things are alike, as far as one can see."""

    SAME = "same"
    DIFFERENT = "different"
    UNCLEAR = "unclear"


class Leaves:
    """Compares leaves under the rules of a project."""

    def __init__(self, rules: Rules) -> None:
        self._tolerance = rules.tolerance
        self._scrub = scrub_for(rules.names)
        self._epoch = "epoch" in rules.names
        self._aside = [kind for kind in _KINDS if kind.__name__ in rules.types]

    def answer(self, old: Scalar, new: Scalar) -> Answer:
        """Compare two values; types count, so 1, 1.0 and True all differ."""
        kind = type(old)
        if kind is not type(new):
            return Answer.DIFFERENT
        if kind in self._aside:
            return Answer.SAME
        if isinstance(old, (float, complex)) and isinstance(new, (float, complex)):
            return _answer(self._are_alike(old, new))
        if old == new:
            return Answer.SAME
        if kind is str or kind is bytes:
            return self._answer_texts(_text(old), _text(new))
        return _answer(self._epoch and kind is int and _epoch_unit(old) == _epoch_unit(new) != 0)

    def answer_cut(self, old: Leaf, new: Leaf) -> Answer:
        """Compare two leaves of one type, at least one of which was too long to send."""
        old_prefix, old_length = _measured(old)
        new_prefix, new_length = _measured(new)
        shown = min(len(old_prefix), len(new_prefix))
        old_prefix, new_prefix = old_prefix[:shown], new_prefix[:shown]
        both_digests = isinstance(old, Cut) and isinstance(new, Cut) and old.digest and new.digest
        if both_digests and (old_length, _digest(old)) == (new_length, _digest(new)):
            return Answer.SAME
        if isinstance(old, Cut) and old.type == "code":
            return Answer.UNCLEAR
        if self._answer_texts(_text(old_prefix), _text(new_prefix)) is Answer.DIFFERENT:
            return Answer.DIFFERENT
        if self._has_noise(_text(old_prefix)) or self._has_noise(_text(new_prefix)):
            return Answer.UNCLEAR  # there is noise, so the rest may differ by noise alone
        if old_length != new_length:
            return Answer.DIFFERENT
        # An array of numbers, perhaps: within the tolerance, perhaps.
        is_exact = self._tolerance is None or isinstance(old, Atom) or old.type in _EXACT
        return Answer.DIFFERENT if both_digests and is_exact else Answer.UNCLEAR

    def key(self, value: Scalar, *, loose: bool = False) -> object:
        """What two values have in common when they are not `DIFFERENT`.

        Without `loose` the tolerance for floats does not count: only equal ones share a key.
        """
        kind = type(value)
        if kind in self._aside:
            return kind
        if kind is str or kind is bytes:
            return kind, without_likely_addresses(scrubbed(_text(value), self._scrub))
        if isinstance(value, int):
            if self._epoch and kind is int and _epoch_unit(value):
                return kind, "epoch", _epoch_unit(value)
            if -_SMALL < value < _SMALL:
                return kind, value
            return kind, value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        if isinstance(value, (float, complex)):
            if loose and self._tolerance is not None:
                return kind
            if self._epoch and _epoch_unit(value):
                return kind, "epoch", _epoch_unit(value)
            return kind, *(_float_key(part) for part in _parts(value))
        return kind

    def _are_alike(self, old: float | complex, new: float | complex) -> bool:
        if self._epoch and _epoch_unit(old):
            return _epoch_unit(old) == _epoch_unit(new)
        return all(map(self._are_close, _parts(old), _parts(new)))

    def _are_close(self, old: float, new: float) -> bool:
        if old == new:
            # 1 / 0.0 and 1 / -0.0 are not alike; a tolerance makes them so.
            return bool(old) or self._tolerance is not None or _same_sign(old, new)
        if old != old or new != new:
            return old != old and new != new
        if self._tolerance is None or math.isinf(old) or math.isinf(new):
            return False
        return abs(old - new) <= self._tolerance * max(1.0, abs(old), abs(new))

    def _answer_texts(self, old: str, new: str) -> Answer:
        if old == new:
            return Answer.SAME
        old, new = scrubbed(old, self._scrub), scrubbed(new, self._scrub)
        if old == new:
            return Answer.SAME
        if without_likely_addresses(old) == without_likely_addresses(new):
            return Answer.UNCLEAR
        return Answer.DIFFERENT

    def _has_noise(self, text: str) -> bool:
        return without_likely_addresses(scrubbed(text, self._scrub)) != text


def _answer(same: bool) -> Answer:
    return Answer.SAME if same else Answer.DIFFERENT


def _same_sign(old: float, new: float) -> bool:
    return math.copysign(1.0, old) == math.copysign(1.0, new)


def _parts(number: float | complex) -> tuple[float, ...]:
    return (number.real, number.imag) if isinstance(number, complex) else (number,)


def _float_key(number: float) -> bytes:
    return _PACK_FLOAT(number) if number == number else _NAN


def _epoch_unit(number: object) -> int:
    """How many of what the number counts go into a second; 0 when it is no time of our days."""
    if isinstance(number, (int, float)):
        for unit in (1, 10**3, 10**6, 10**9):
            if _EPOCH[0] * unit <= number < _EPOCH[1] * unit:
                return unit
    return 0


def _text(value: object) -> str:
    """Text to look for noise in; of bytes, one character each."""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _measured(leaf: Leaf) -> tuple[str | bytes, int]:
    """What is there of a leaf, and how long the whole is."""
    if isinstance(leaf, Cut):
        return leaf.prefix, leaf.length
    value = leaf.value
    if isinstance(value, int):
        value = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return (value, len(value)) if isinstance(value, (str, bytes)) else (b"", -1)


def _digest(leaf: Leaf) -> bytes:
    return leaf.digest if isinstance(leaf, Cut) else b""
