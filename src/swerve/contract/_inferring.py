"""Which contract covers given differences? (written next)"""

from __future__ import annotations


class Difference: ...


def inferred() -> str:
    """Not yet."""
    return ""
