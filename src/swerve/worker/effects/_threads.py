"""Which threads did a call leave running? Those that end soon are waited for."""

from __future__ import annotations

from _thread import _count as count_threads
from _thread import get_ident
from select import poll as _poll
from sys import _current_frames, modules
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from ..frozen._function import real_function
from ..snapshot._classes import class_name, derives, exact_text, find, layout_of

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
        put_off(
            _kept(thread, type(thread), "function", "_target"),
            _kept(thread, (), "args", "_args"),
            _kept(thread, {}, "kwargs", "_kwargs"),
        )
        for thread in _busy()
        if thread is not None
    ]


def put_off(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """A call that is for later; what code calls its own helpers is its own affair."""
    name = _name_of(function)
    is_public = all(part[:1].isalpha() for part in name.split("."))
    told = {"runs": name} if is_public else {}
    return {**told, "args": args, "kwargs": kwargs}


def _kept(thread: Any, otherwise: Any, *names: str) -> Any:
    """What a thread keeps under the first of some names; nothing of its own runs for that."""
    attributes = layout_of(type(thread), lambda base: False).dict_of
    found = [] if attributes is None else [find(attributes(thread), name) for name in names]
    return next((each for each in found if each is not None), otherwise)


def _name_of(function: Any) -> str:
    """Its name, or that of its class, without asking it."""
    while type(function) is MethodType:
        function = function.__func__
    function = real_function(function)
    if type(function) is FunctionType or type(function) is BuiltinFunctionType:
        return exact_text(function.__qualname__)
    is_class = derives(type(function), type)
    return class_name(function if is_class else type(function)).rpartition(".")[2]


def _busy() -> list[Any]:
    """Threads that do something; None for those that nobody knows."""
    threading = modules.get("threading")
    known: Any = getattr(threading, "_active", None)
    frames = _current_frames()
    own = get_ident()
    found = []
    for number, frame in frames.items():
        if number != own and not _is_idle(frame):
            found.append(dict.get(known, number) if derives(type(known), dict) else None)
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
