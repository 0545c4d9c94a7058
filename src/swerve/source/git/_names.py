"""How does a name that came from outside appear inside a sentence?"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def quoted(name: str) -> str:
    """Put a name in backticks, with control characters and undecodable bytes escaped."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
    return f"`{shown}`"


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names that may have been meant, best first."""
    names = {other.lower(): other for other in known}
    tails = [folded for folded in names if folded.endswith("/" + name.lower())]
    near = difflib.get_close_matches(name.lower(), names, n=3)
    return [names[folded] for folded in dict.fromkeys([*tails, *near])][:3]


def listed(names: Iterable[str], last: str = "or") -> str:
    """Join quoted names as a sentence does: "`a`, `b` or `c`"."""
    *head, tail = [quoted(name) for name in names]
    return f"{', '.join(head)} {last} {tail}" if head else tail
