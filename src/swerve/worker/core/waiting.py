"""For how long has a process been at work, however busy the machine is?

What it computes counts, and so does the time in which it waits for something; but not the time in
which it could go on and has no processor. Linux tells how long that was.
"""

from __future__ import annotations

from os import O_RDONLY, close, read
from os import open as open_file
from time import monotonic


def starved(process: int | str = "self") -> float:
    """Seconds that the main thread of a process was ready to run and had no processor.

    Zero where nobody tells.
    """
    try:
        descriptor = open_file(f"/proc/{process}/schedstat", O_RDONLY)
    except OSError:
        return 0.0
    try:
        return int(read(descriptor, 100).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
    finally:
        close(descriptor)


class Patience:
    """Counts the work of one process, as often as it is looked at."""

    def __init__(self, process: int) -> None:
        self.seconds = 0.0
        self._process = process
        self._at = monotonic()
        self._starved = starved(process)

    def look(self) -> float:
        """Seconds of work up to now."""
        now, without = monotonic(), starved(self._process)
        passed = now - self._at - max(0.0, without - self._starved)
        self._at, self._starved = now, without
        self.seconds += max(0.0, passed)
        return self.seconds
