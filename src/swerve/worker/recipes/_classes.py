"""What was found out about a class, for the next of its instances?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from ..inventory._looking import mro_of, raw_attribute

T = TypeVar("T")

_MOST_CLASSES = 1_000
_MAKERS = ("__init__", "__new__")


def once_a_class(find: Callable[[type], T]) -> Callable[[type], T]:
    """Let a function of a class find out once, as long as its bases and constructor are the same.

    By id: the hash of a class is its metaclass's to say.
    """
    known: dict[int, tuple[tuple[Any, ...], T]] = {}

    @wraps(find)
    def found(kind: type) -> T:
        parts = kind, mro_of(kind), *(raw_attribute(kind, name) for name in _MAKERS)
        entry = known.get(id(kind))
        if entry is None or any(was is not now for was, now in zip(entry[0], parts)):
            if len(known) >= _MOST_CLASSES:
                known.clear()
            entry = known[id(kind)] = parts, find(kind)
        return entry[1]

    return found
