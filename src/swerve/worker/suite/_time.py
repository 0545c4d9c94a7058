"""How does no test take the time of all?"""

from __future__ import annotations

import signal
import time
from typing import Any

from ..core._deadline import Deadline


class TooLong(Deadline):
    """A test that takes more than its time."""


def clock(now: Any = time.monotonic) -> float:
    """The time, which tests cannot stop: those who do look for the function by what it is."""
    return now()  # type: ignore[no-any-return]


def arm(seconds: float) -> None:
    """Raise `TooLong` in whatever runs by then, and again every second."""
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)


def disarm() -> None:
    """Raise nothing any more."""
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def _stop(number: int, frame: Any) -> None:
    raise TooLong("it took too long")
