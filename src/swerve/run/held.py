"""What stays open in this process between two uses?

Cells and solvers take longer to start than most questions take to answer. What is held is known by
a key, and belongs to the thread that opened it; what a process was forked from holds is not its.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar, cast


class Closing(Protocol):
    """What can be held."""

    def close(self) -> None:
        """End its processes."""
        ...


_Held = TypeVar("_Held", bound=Closing)
#: By process, thread and key.
_open: dict[tuple[int, int, Hashable], Closing] = {}


def held(key: Hashable, make: Callable[[], _Held]) -> _Held:
    """What this thread holds under a key; it is made where there is nothing."""
    place = os.getpid(), threading.get_ident(), key
    found = _open.get(place)
    if found is None:
        found = _open[place] = make()
    return cast("_Held", found)


def drop(key: Hashable) -> None:
    """Close what this thread holds under a key, if anything."""
    found = _open.pop((os.getpid(), threading.get_ident(), key), None)
    if found is not None:
        found.close()


def drop_own() -> None:
    """Close all that this thread holds."""
    _drop((os.getpid(), threading.get_ident()))


@atexit.register
def _drop_all() -> None:
    _drop((os.getpid(),))


def _drop(owner: tuple[int, ...]) -> None:
    for place in [each for each in _open if each[: len(owner)] == owner]:
        _open.pop(place).close()
