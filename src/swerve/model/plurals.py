"""How are numbers told with their nouns, and a few of many things by name?"""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """A number with its noun, which has an s in the plural: "1 call", "2 calls"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def named(texts: Sequence[str], most: int) -> str:
    """Texts in a row, and how many there are beyond so many: "a, b and 3 more"."""
    rest = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {rest} more" if rest > 0 else "")
