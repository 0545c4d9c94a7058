"""Which threads did a call leave running? Those that end soon are waited for."""

from __future__ import annotations

from _thread import _count as count_threads
from _thread import get_ident
from select import poll as _poll
from sys import _current_frames, modules
from types import ModuleType
from typing import Any

from ..core._arrivals import when_imported
from ..core._names import described
from ..snapshot._classes import derives, exact_text, find, layout_of

#: How long threads are waited for, in milliseconds.
_PATIENCE_MS, _LOOK_MS = 100, 5
#: How Python calls threads that nobody names.
_NAMELESS = ("Thread-", "Timer-", "ThreadPoolExecutor-", "asyncio_", "Dummy-")


def tell_briefly() -> None:
    """Let threads that fail say of what, and not where: names and lines are the code's own."""
    when_imported("threading", _tell_briefly)


def _tell_briefly(threading: ModuleType) -> None:
    def excepthook(args: Any, /) -> None:
        import sys

        if args.exc_type is not SystemExit:
            sys.stderr.write(f"Exception in a thread: {described(args.exc_value)}\n")

    threading.excepthook = excepthook  # type: ignore[attr-defined]


def threads_beyond(count: int) -> int:
    """How many threads more than so many there are, those left out that end at once."""
    waited = 0
    while count_threads() > count and waited < _PATIENCE_MS:
        _poll().poll(_LOOK_MS)
        waited += _LOOK_MS
    return max(count_threads() - count, 0)


def threads_since(numbers: frozenset[int]) -> list[dict[str, Any]]:
    """The threads that are not among these, as far as Python knows them.

    What they run is not told: how code calls its own helpers is its own affair.
    """
    threading = modules.get("threading")
    known: Any = getattr(threading, "_active", None)
    if not derives(type(known), dict):
        return []
    found = []
    for number in _current_frames():
        thread = dict.get(known, number)
        if number not in numbers and number != get_ident() and thread is not None:
            attributes = layout_of(type(thread), lambda base: False).dict_of
            told = {} if attributes is None else attributes(thread)
            name = exact_text(find(told, "_name"))
            found.append(
                {
                    "name": "" if name.startswith(_NAMELESS) else name,
                    "daemon": find(told, "_daemonic") is True,
                }
            )
    return found


def threads_now() -> frozenset[int]:
    """The numbers of all threads."""
    return frozenset(_current_frames())
