"""What of Python itself did a call change: where it finds modules, who hears of its warnings?"""

from __future__ import annotations

import re as _re
import sys as _sys
from collections.abc import Iterator
from operator import is_ as _is
from typing import Any

from ..core._names import type_name

#: Lists that all code of the process shares, by module and path.
_LISTS = (
    ("sys", "path"),
    ("sys", "meta_path"),
    ("sys", "path_hooks"),
    ("warnings", "filters"),
    ("logging", "root.handlers"),
    ("logging", "root.filters"),
)
_MOST = 200


class Interpreter:
    """What was in these lists at one time. Of modules that come later nothing is known.

    What is imported for the first time may change them, too: whether a function does that, or its
    module, is its own affair. So a call that imports something tells nothing here.
    """

    __slots__ = ("_before", "_modules")

    def __init__(self) -> None:
        #: The name of each, where it is, and what was in it.
        self._before = [
            (f"{module}.{path}", found, [*found])
            for module, path in _LISTS
            if (found := _list_at(module, path)) is not None
        ]
        self.begin()

    def begin(self) -> None:
        """A call begins."""
        self._modules = len(_sys.modules)

    def is_as_before(self) -> bool:
        """Whether nothing was put in or taken out, but by imports."""
        if len(_sys.modules) != self._modules:
            return True
        return all(_is_same(now, before) for _, now, before in self._before)

    def changes(self) -> Iterator[tuple[str, Any]]:
        """The lists that are not as they were, with what is in them now."""
        if self.is_as_before():
            return
        for name, now, before in self._before:
            if not _is_same(now, before):
                yield name, [*map(_told, now[:_MOST])]

    def restore(self) -> None:
        """Put back what was there."""
        for _, now, before in self._before:
            now[:] = before


def _is_same(now: list[Any], before: list[Any]) -> bool:
    """By identity: nothing that the target put there is asked."""
    return len(now) == len(before) and all(map(_is, now, before))


def _list_at(module: str, path: str) -> list[Any] | None:
    value: Any = _sys.modules.get(module)
    for name in path.split("."):
        value = getattr(value, name, None)
    return value if type(value) is list else None


def _told(value: Any) -> Any:
    """Something in a list: a text as it is, a filter by its parts, all else by its class."""
    if type(value) is tuple:
        return [*map(_told, value)]
    if type(value) is _re.Pattern:
        return value.pattern
    if type(value) is str or type(value) is int or value is None:
        return value
    return type_name(value if isinstance(value, type) else type(value))
