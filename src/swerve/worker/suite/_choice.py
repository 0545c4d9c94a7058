"""Is a test one of those that are to run?"""

from __future__ import annotations


def is_chosen(test: str, chosen: frozenset[str] | None) -> bool:
    """Whether a test is named, or what it stands in: its file, its class, it with all parameters.

    All are chosen where that is None.
    """
    if chosen is None or test in chosen:
        return True
    inner, _, _ = test.partition("[")
    while inner and inner not in chosen:
        inner, _, _ = inner.rpartition("::")
    return bool(inner)
