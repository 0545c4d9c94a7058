"""How is a number told with its noun?"""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun, which has an s in the plural: "1 call", "2 calls"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
