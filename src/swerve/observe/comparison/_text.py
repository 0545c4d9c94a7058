"""Which parts of a text are noise?

Noise is replaced by its name before two texts are compared: `<Cart at 0x7f3a...>` becomes
`<Cart at (address)>`. Every expression here takes time linear in the text, whatever the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

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
