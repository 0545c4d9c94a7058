"""Which functions tell the target the time? They are replaced, in `time`, `os` and `datetime`."""

from __future__ import annotations

import gc as _gc
import os as _os
import sys as _sys
import time as _time
from _warnings import warn as _warn
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..core._arrivals import when_imported
from ._function import Replacements
from .clock import EPOCH_NS, now, read_busy_clock, read_clock

#: What clocks without a date show when imports begin, and those that count work done.
_PLAIN_NS = 1_000_000_000_000
_BUSY_NS = 100_000_000

_localtime = _time.localtime
_gmtime = _time.gmtime
_asctime = _time.asctime
_strftime = _time.strftime
_times = _os.times
_get_referents = _gc.get_referents

_READINGS = {
    "time": (EPOCH_NS, read_clock),
    "monotonic": (_PLAIN_NS, read_clock),
    "perf_counter": (_PLAIN_NS, read_clock),
    "process_time": (_BUSY_NS, read_busy_clock),
    "thread_time": (_BUSY_NS, read_busy_clock),
}
_CLOCKS = {
    "CLOCK_REALTIME": "time",
    "CLOCK_REALTIME_COARSE": "time",
    "CLOCK_MONOTONIC": "monotonic",
    "CLOCK_MONOTONIC_RAW": "monotonic",
    "CLOCK_MONOTONIC_COARSE": "monotonic",
    "CLOCK_BOOTTIME": "monotonic",
    "CLOCK_UPTIME": "monotonic",
    "CLOCK_UPTIME_RAW": "monotonic",
    "CLOCK_HIGHRES": "monotonic",
    "CLOCK_PROF": "process_time",
    "CLOCK_PROCESS_CPUTIME_ID": "process_time",
    "CLOCK_THREAD_CPUTIME_ID": "thread_time",
}


def freeze_time(made: Replacements, report: Callable[[str], None]) -> None:
    """Replace what tells the time, and report what could not be."""
    for name, (offset, clock) in _READINGS.items():
        for full in (name, f"{name}_ns"):
            if hasattr(_time, full):
                made.function(_time, full, _reading(getattr(_time, full), offset, clock))
    made.function(_time, "localtime", _at_present(_localtime))
    made.function(_time, "gmtime", _at_present(_gmtime))
    made.function(_time, "ctime", _at_present(_time.ctime))
    made.function(_time, "asctime", _asctime_now)
    made.function(_time, "strftime", _strftime_now)
    for name in ("clock_gettime", "clock_gettime_ns"):
        if hasattr(_time, name):
            made.function(_time, name, _clock_by_number(getattr(_time, name)))
    made.function(_os, "times", _times_now)
    when_imported("datetime", lambda module: _freeze_datetime(module, made, report))


def _seconds_now() -> float:
    return (EPOCH_NS + read_clock()) / 1e9


def _reading(real: Any, offset: int, clock: Callable[[], int]) -> Callable[..., Any]:
    whole = real.__name__.endswith("_ns")

    def read(*wrong: Any, **named: Any) -> Any:
        if wrong or named:
            return real(*wrong, **named)  # which refuses them, in its own words
        return offset + clock() if whole else (offset + clock()) / 1e9

    return read


def _at_present(real: Any) -> Callable[..., Any]:
    """For functions whose only argument, a number of seconds, may be left out or None."""

    def convert(*seconds: Any, **wrong: Any) -> Any:
        if wrong or len(seconds) > 1 or (seconds and seconds[0] is not None):
            return real(*seconds, **wrong)
        return real(_seconds_now())

    return convert


def _asctime_now(*moment: Any, **wrong: Any) -> Any:
    if moment or wrong:
        return _asctime(*moment, **wrong)
    return _asctime(_localtime(_seconds_now()))


def _strftime_now(*words: Any, **wrong: Any) -> Any:
    if len(words) != 1 or wrong:
        return _strftime(*words, **wrong)
    return _strftime(words[0], _localtime(_seconds_now()))


def _times_now(*wrong: Any, **named: Any) -> Any:
    found = _times(*wrong, **named)
    busy = (_BUSY_NS + read_busy_clock()) / 1e9
    return type(found)((busy, 0.0, 0.0, 0.0, (_PLAIN_NS + now()) / 1e9))


def _clock_by_number(real: Any) -> Callable[..., Any]:
    """The clocks that `time` has functions for; the others stay real."""
    known = {
        getattr(_time, name): _READINGS[meaning]
        for name, meaning in _CLOCKS.items()
        if hasattr(_time, name)
    }
    whole = real.__name__.endswith("_ns")

    def gettime(*words: Any, **wrong: Any) -> Any:
        if wrong or len(words) != 1 or type(words[0]) is not int or words[0] not in known:
            return real(*words, **wrong)
        offset, clock = known[words[0]]
        return offset + clock() if whole else (offset + clock()) / 1e9

    return gettime


def _freeze_datetime(module: ModuleType, made: Replacements, report: Callable[[str], None]) -> None:
    """Replace `now` and `utcnow` inside the C type, so that the type stays the same.

    `today`, of dates too, asks `time.time`.
    """
    kind: Any = module.datetime
    from_timestamp = kind.__dict__.get("fromtimestamp")
    if type(from_timestamp).__name__ != "classmethod_descriptor":
        return  # written in Python: it asks `time.time`

    def now_on_clock(cls: Any, tz: Any = None) -> Any:
        return from_timestamp.__get__(None, cls)(_seconds_now(), tz)

    def utcnow_on_clock(cls: Any) -> Any:
        if _sys.version_info >= (3, 12):
            _warn(_UTCNOW_IS_OLD, DeprecationWarning, 2)
        instant = EPOCH_NS + read_clock()
        moment = _gmtime(instant // 1_000_000_000)
        return cls(*moment[:6], instant // 1000 % 1_000_000, None)

    for name, replacement in (("now", now_on_clock), ("utcnow", utcnow_on_clock)):
        replacement.__name__ = name
        replacement.__qualname__ = f"datetime.{name}"
        replacement.__module__ = None  # type: ignore[assignment]  # as with methods of C types
        replacement.__doc__ = getattr(kind, name).__doc__
        if not _replace_in_type(kind, name, classmethod(replacement), made):
            report(f"datetime.datetime.{name} tells the real time")


_UTCNOW_IS_OLD = (
    "datetime.datetime.utcnow() is deprecated and scheduled for removal in a future version. "
    "Use timezone-aware objects to represent datetimes in UTC: datetime.datetime.now(datetime.UTC)."
)


def _replace_in_type(kind: Any, name: str, value: Any, made: Replacements) -> bool:
    """Put an attribute into a type that forbids it; say whether it works."""
    spaces = [space for space in _get_referents(kind.__dict__) if type(space) is dict]
    if len(spaces) != 1 or name not in spaces[0]:
        return False

    def put(attribute: Any) -> None:
        spaces[0][name] = attribute
        _forget_lookups(kind)

    original = spaces[0][name]
    made.undo_with(lambda: put(original))
    put(value)
    return getattr(getattr(kind, name), "__func__", None) is value.__func__


def _forget_lookups(kind: Any) -> None:
    """Have the interpreter look up the attributes of a type anew."""
    try:
        from ctypes import py_object, pythonapi

        pythonapi.PyType_Modified(py_object(kind))
    except Exception:  # no ctypes here, or no such function: forget all lookups instead
        clear = getattr(_sys, "_clear_internal_caches", None) or _sys._clear_type_cache
        clear()
