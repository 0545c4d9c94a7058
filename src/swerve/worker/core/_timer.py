"""How is code stopped from inside when its time is up?

The timer goes by processor time, so that a busy machine changes nothing. It rings again and again:
code that swallows the first `Deadline` gets the next. For code that waits and computes nothing, the
process above rings. What even that does not stop (a loop in C) is killed from outside.
"""

from __future__ import annotations

# Not from `signal`, which makes enumerations of every number that goes in or out.
from _signal import (  # type: ignore[import-not-found]
    ITIMER_PROF,
    ITIMER_REAL,
    SIG_UNBLOCK,
    SIGALRM,
    SIGPROF,
    pthread_sigmask,
    setitimer,
    signal,
)

from ._deadline import Deadline

#: Seconds between two rings.
_AGAIN = 0.05
#: What the timer sends, and what the process above does.
_ALARMS = (SIGPROF, SIGALRM)


class Timer:
    """Raises `Deadline` in the main thread, between `arm` and `disarm` only."""

    def __init__(self) -> None:
        self._armed = False
        #: Whether it rang since it was last armed; code may have made another exception of it.
        self.rang = False

    def arm(self, seconds: float, *, is_watched: bool = True) -> None:
        """Ring after so many seconds; whatever target code did to the signals is undone.

        Where no process above watches, it also rings after twice as many that pass.
        """
        for number in _ALARMS:
            signal(number, self._ring)
        pthread_sigmask(SIG_UNBLOCK, _ALARMS)
        self.rang = False
        self._armed = True
        setitimer(ITIMER_PROF, seconds, _AGAIN)
        if not is_watched:
            setitimer(ITIMER_REAL, 2 * seconds, _AGAIN)

    def extend(self, seconds: float) -> None:
        """Ring after so many seconds from now instead."""
        setitimer(ITIMER_PROF, seconds, _AGAIN)

    def disarm(self) -> None:
        """Ring no more."""
        self._armed = False
        setitimer(ITIMER_PROF, 0.0)
        setitimer(ITIMER_REAL, 0.0)

    def _ring(self, number: int, frame: object) -> None:
        if self._armed:
            self.rang = True
            raise Deadline
