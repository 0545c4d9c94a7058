"""How is code stopped from inside when its time is up?

The timer rings again and again: code that swallows the first `Deadline` gets the next. What even
that does not stop (a loop in C) is killed from outside.
"""

from __future__ import annotations

# Not from `signal`, which makes enumerations of every number that goes in or out.
from _signal import (  # type: ignore[import-not-found]
    ITIMER_REAL,
    SIG_UNBLOCK,
    SIGALRM,
    pthread_sigmask,
    setitimer,
    signal,
)

from ._deadline import Deadline

#: Seconds between two rings.
_AGAIN = 0.05
_ALARM = (SIGALRM,)


class Timer:
    """Raises `Deadline` in the main thread, between `arm` and `disarm` only."""

    def __init__(self) -> None:
        self._armed = False
        #: Whether it rang since it was last armed; code may have made another exception of it.
        self.rang = False

    def arm(self, seconds: float) -> None:
        """Ring after so many seconds; whatever target code did to the signal is undone."""
        signal(SIGALRM, self._ring)
        pthread_sigmask(SIG_UNBLOCK, _ALARM)
        self.rang = False
        self._armed = True
        setitimer(ITIMER_REAL, seconds, _AGAIN)

    def extend(self, seconds: float) -> None:
        """Ring after so many seconds from now instead."""
        setitimer(ITIMER_REAL, seconds, _AGAIN)

    def disarm(self) -> None:
        """Ring no more."""
        self._armed = False
        setitimer(ITIMER_REAL, 0.0)

    def _ring(self, number: int, frame: object) -> None:
        if self._armed:
            self.rang = True
            raise Deadline
