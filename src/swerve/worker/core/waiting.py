"""For how long has a process been at work, however busy the machine is?

What it computes counts, and so does the time in which it waits for something; but not the time in
which it could go on and has no processor.
"""

from __future__ import annotations

import sys
from time import monotonic

#: States of a process that neither runs nor could.
_WAITING = (b"S", b"D", b"T", b"t", b"I")
_IS_LINUX = sys.platform.startswith("linux")
if _IS_LINUX:
    from time import clock_gettime


class Patience:
    """Counts the work of one process, as often as it is looked at."""

    def __init__(self, process: int) -> None:
        self.seconds = 0.0
        self._stat = f"/proc/{process}/stat"
        #: The clock of its processor time, as Linux numbers it.
        self._clock = (~process << 3) | 2
        self._at = monotonic()
        self._computed = self._computed_so_far()

    def look(self) -> float:
        """Seconds of work up to now, as far as can be told: what passed, where nothing can."""
        now, computed = monotonic(), self._computed_so_far()
        passed, self._at = now - self._at, now
        if computed is None or self._computed is None:
            self.seconds += passed
        else:
            more, self._computed = computed - self._computed, computed
            self.seconds += max(more, passed) if self._is_waiting() else more
        return self.seconds

    def _computed_so_far(self) -> float | None:
        if not _IS_LINUX:
            return None
        try:
            return clock_gettime(self._clock)
        except OSError:  # it is gone, or not ours
            return None

    def _is_waiting(self) -> bool:
        """Whether it is asleep, or stopped; what has ended does not wait any more."""
        try:
            with open(self._stat, "rb") as file:
                state = file.read().rpartition(b")")[2].split()[0]
        except (OSError, IndexError):
            return True
        return state in _WAITING
