"""Which parts of a text are noise?

Noise is replaced by its name before two texts are compared: `<Cart at 0x7f3a...>` becomes
`<Cart at (address)>`. Every expression here takes time linear in the text, whatever the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from swerve.observe.comparison._rules import Rule

#: Finds noise; its groups are called like the rules.
Scrub: TypeAlias = "re.Pattern[str]"

#: Behind "at" and inside `<...>`, where Python puts an address: never compared.
_ADDRESS = re.compile(
    r"\bat 0x[0-9a-fA-F]{6,16}\b|<[^<>'\"]{1,200}?\b0x[0-9a-fA-F]{6,16}(?![0-9a-zA-Z])"
)
#: A line of a file of the tree, in a traceback or a log: a comment above moves it.
_LINE = re.compile(r"""(/srv/u/project/[^\s"':,;)]{1,300}(?:", line |:))\d{1,7}\b""")
#: As long as an address is, so it may be one. `crc32` and 64-bit hashes have other lengths.
_LIKE_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{9,12}\b")


@lru_cache(maxsize=32)
def scrub_for(named: tuple[tuple[str, Rule], ...]) -> Scrub | None:
    """What replaces the noise of these rules; nothing when none of them speaks of text."""
    groups = [f"(?P<{name.replace('-', '_')}>{rule.text})" for name, rule in named if rule.text]
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
