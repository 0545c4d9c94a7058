"""Which threads did a call leave running? Those that end soon are waited for."""

from __future__ import annotations

from _thread import _count as count_threads
from _thread import get_ident
from select import poll as _poll
from sys import _current_frames, modules
from typing import Any

#: How long threads are waited for, in milliseconds.
_PATIENCE_MS, _LOOK_MS = 100, 5
#: Where workers of Python's own pools and loops wait for work that nobody has given them.
_IDLE = frozenset(
    (("concurrent/futures/thread.py", "_worker"), ("asyncio/base_events.py", "run_forever"))
)
_DEEPEST = 8


def threads_beyond(count: int) -> int:
    """How many threads more than so many there are, those left out that end at once."""
    waited = 0
    while count_threads() > count and waited < _PATIENCE_MS and len(_busy()):
        _poll().poll(_LOOK_MS)
        waited += _LOOK_MS
    return max(count_threads() - count, 0)


def busy_threads() -> list[dict[str, Any]]:
    """What the threads run that have something to do, as far as Python knows."""
    return [
        {
            "runs": _name_of(thread),
            "args": getattr(thread, "_args", ()) or getattr(thread, "args", ()),
            "kwargs": getattr(thread, "_kwargs", {}) or getattr(thread, "kwargs", {}),
        }
        for thread in _busy()
        if thread is not None
    ]


def _busy() -> list[Any]:
    """Threads that do something; None for those that nobody knows."""
    threading = modules.get("threading")
    known = getattr(threading, "_active", {})
    frames = _current_frames()
    own = get_ident()
    found = []
    for number, frame in frames.items():
        if number != own and not _is_idle(frame):
            found.append(known.get(number))
    return found


def _is_idle(frame: Any) -> bool:
    for _ in range(_DEEPEST):
        if frame is None:
            return False
        code = frame.f_code
        if any(code.co_filename.endswith(file) and code.co_name == name for file, name in _IDLE):
            return True
        frame = frame.f_back
    return False


def _name_of(thread: Any) -> str:
    target = getattr(thread, "_target", None) or getattr(thread, "function", None) or type(thread)
    name = getattr(target, "__qualname__", type(target).__name__)
    return f"{getattr(target, '__module__', '')}.{name}"
