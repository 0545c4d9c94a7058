"""What time is it for the target? A clock of its own: equal on both sides, equal in every run.

It starts at a fixed instant and moves with every reading: a microsecond, and twice as much after
every thousand readings of a call, so that a loop that only looks at the clock comes to its end. It
moves, too, by what the target waits. Waiting costs no real time where nothing could happen
meanwhile: one thread, no child processes, no timer. A wait that ends because its time is up moves
the clock by exactly that time, so what `threading`, `asyncio` and `subprocess` compute from this
clock comes out right.

Waits that the clock cannot see (a lock with a timeout, a read from a pipe) would let a loop that
waits for a deadline run forever. So where the clock falls behind by more than `LAG_NS`, it catches
up between two readings with such a wait in between, and shows a time that may differ between runs.
Neither one long wait nor much work makes it do so.
"""

from __future__ import annotations

import os as _os
import resource as _resource
import sys as _sys
import time as _time
from _thread import _count as _other_threads

#: 2026-07-01 12:00:00 UTC, a Wednesday: where imports begin. Some packages warn of clocks that
#: are years behind their release.
EPOCH_NS = 1_782_907_200_000_000_000
#: Calls begin an hour after the imports began: what a module noted at its import lies in the past.
CALLS_BEGIN_NS = 3_600_000_000_000
READING_NS = 1_000
#: After so many readings the next ones move the clock by twice as much, up to the limit.
READINGS_A_STEP = 1_000
LONGEST_STEP_NS = 1_000_000_000
LAG_NS = 250_000_000

_getrusage = _resource.getrusage
_real_monotonic_ns = _time.monotonic_ns
_real_thread_time_ns = _time.thread_time_ns
_THIS_THREAD = getattr(_resource, "RUSAGE_THREAD", _resource.RUSAGE_SELF)
_current_frames = _sys._current_frames
_waitid = getattr(_os, "waitid", None)
_ANY_CHILD = () if _waitid is None else (_os.P_ALL, 0, _os.WEXITED | _os.WNOHANG | _os.WNOWAIT)

#: Nanoseconds since imports began.
_now = 0
#: The same without what was spent waiting.
_busy = 0
_step = READING_NS
_readings_left = READINGS_A_STEP
#: The target set a timer of the system in this call.
_timer_is_set = False
#: How often this thread had waited when the clock was last found to be behind; -1: it never was.
_waits = -1
#: What this clock, the real one and that of this thread's work showed when the call began.
_began = 0
_real_began = _real_monotonic_ns()
_work_began = _real_thread_time_ns()


def rewind_clock(to_ns: int = CALLS_BEGIN_NS) -> None:
    """Put the clock to the instant where calls begin."""
    global _now, _busy, _began, _real_began, _work_began, _step, _readings_left, _timer_is_set
    global _waits
    _now = _busy = _began = to_ns
    _step = READING_NS
    _readings_left = READINGS_A_STEP
    _timer_is_set = False
    _waits = -1
    _real_began = _real_monotonic_ns()
    _work_began = _real_thread_time_ns()


def read_clock() -> int:
    """Nanoseconds since imports began. Reading moves the clock."""
    global _now, _busy, _step, _readings_left
    _readings_left -= 1
    if not _readings_left:
        _readings_left = READINGS_A_STEP
        _step = min(2 * _step, LONGEST_STEP_NS)
    _busy += _step
    _now += _step
    if _real_monotonic_ns() - _real_began - _now + _began > LAG_NS:
        _catch_up()
    return _now


def read_busy_clock() -> int:
    """Nanoseconds since imports began, less what was spent waiting. Reading moves the clock."""
    read_clock()
    return _busy


def _catch_up() -> None:
    """Move on, in whole steps, by the time that this thread was idle unnoticed."""
    global _now, _waits
    before, _waits = _waits, _count_waits()
    if before < 0 or _waits == before:
        return
    work = max(_real_thread_time_ns() - _work_began, 0)
    behind = _real_monotonic_ns() - _real_began - work - (_now - _began)
    if behind > LAG_NS:
        _now += behind // LAG_NS * LAG_NS


def _count_waits() -> int:
    """How often this thread gave up the processor of its own accord."""
    return _getrusage(_THIS_THREAD).ru_nvcsw


def now() -> int:
    """What the clock shows, without moving it."""
    return _now


def time_is_up(seconds: float, began: int) -> None:
    """A wait that began when the clock showed `began` ended because its time was up.

    Waits of several threads at once move the clock once.
    """
    global _now
    _now = max(_now, began + int(seconds * 1e9))


def timer_is_set() -> None:
    """The target asked the system for a signal: from now on, waiting takes real time."""
    global _timer_is_set
    _timer_is_set = True


def is_alone() -> bool:
    """Whether nothing can happen while this thread waits."""
    if _timer_is_set:
        return False
    if _other_threads() and len(_current_frames()) > 1:
        return False
    if _waitid is None:
        return True
    try:
        _waitid(*_ANY_CHILD)
    except ChildProcessError:
        return True
    except OSError:
        pass
    return False
