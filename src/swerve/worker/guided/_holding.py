"""Is there something injected in what a function is given, and what would it be without?"""

from __future__ import annotations

from itertools import islice
from types import (
    FunctionType,
)
from typing import Any

from ._injected import Injected
from ._world import STAGE

#: How deep to look for injected objects in arguments, and in how many items.
_MOST_DEEP = 3


_MOST_ITEMS = 50


MOST_ELEMENTS = 30


def holds_injected(value: Any, depth: int) -> bool:
    """Whether there is an injected object in a value. Runs no code of containers' subclasses."""
    cls = type(value)
    if cls is Injected:
        return True
    if depth < _MOST_DEEP:
        for base, items in _ITEMS:
            if issubclass(cls, base):
                try:
                    for each in islice(items(value), _MOST_ITEMS >> 2 * depth):
                        if type(each) not in NO_CONTAINERS and holds_injected(each, depth + 1):
                            return True
                except RuntimeError:  # another thread changes it
                    pass
                return False
    return False


#: What is no container, for sure.
NO_CONTAINERS = frozenset((type(None), bool, int, float, str, bytes, type, FunctionType))


_ITEMS: tuple[tuple[type, Any], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (dict, dict.values),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
)


def concrete(value: Any, role: type, depth: int) -> Any:
    """A value without injected objects: each becomes what the function most likely wants."""
    if type(value) is Injected:
        return STAGE.world.as_role(value, role)
    if depth < _MOST_DEEP:
        if type(value) in (list, tuple, set, frozenset):
            return type(value)([concrete(each, role, depth + 1) for each in value])
        if type(value) is dict:
            return {
                concrete(key, role, depth + 1): concrete(each, role, depth + 1)
                for key, each in value.items()
            }
    return value
