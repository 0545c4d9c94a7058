"""What stays open in this process between two uses?

Cells and solvers take longer to start than most questions take to answer. What is held is known by
a key, and belongs to the thread that opened it.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar, cast


class Closing(Protocol):
    """What can be held."""

    def close(self) -> None:
        """End its processes."""
        ...


_Held = TypeVar("_Held", bound=Closing)
_open: dict[tuple[int, Hashable], Closing] = {}


def held(key: Hashable, make: Callable[[], _Held]) -> _Held:
    """What this thread holds under a key; it is made where there is nothing."""
    place = threading.get_ident(), key
    found = _open.get(place)
    if found is None:
        found = _open[place] = make()
    return cast("_Held", found)


def drop(key: Hashable) -> None:
    """Close what this thread holds under a key, if anything."""
    found = _open.pop((threading.get_ident(), key), None)
    if found is not None:
        found.close()


def drop_own() -> None:
    """Close all that this thread holds."""
    own = threading.get_ident()
    for thread, key in [place for place in _open if place[0] == own]:
        _open.pop((thread, key)).close()


@atexit.register
def _drop_all() -> None:
    while _open:
        _open.popitem()[1].close()
