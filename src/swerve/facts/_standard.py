"""What is behind a dotted name of the standard library?"""

from __future__ import annotations

from functools import lru_cache

from swerve.facts.classes import CoarseClass, coarse_class_of
from swerve.facts.library import TYPE_WORDS
from swerve.source.syntax import library_value


@lru_cache(maxsize=4096)
def type_word_of(name: str) -> str:
    """The type of a member of a module, as an annotation would say it; empty when not known."""
    first, *rest = name.split(".")
    if not rest:
        return ""
    try:
        value = library_value(first, rest[0])
        for part in rest[1:]:
            value = getattr(value, part)
    except (LookupError, AttributeError):
        return ""
    kind = coarse_class_of(value)
    return TYPE_WORDS[kind] if kind is not CoarseClass.NONE else ""
