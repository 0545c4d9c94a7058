"""How much work was done so far? Counted so that a busy machine counts no more than a quiet one.

Limits on searches are in seconds of this clock. What ends something that hangs is on the clock of
`time.monotonic` instead, with time to spare.
"""

from __future__ import annotations

from time import process_time

#: Two sides run beside each other: what they compute in cells takes half as long as it adds up to.
_SIDES = 2
_elsewhere = 0.0


def now() -> float:
    """Seconds of work so far: processor time of this process, and what was counted elsewhere."""
    return process_time() + _elsewhere


def count_side(seconds: float) -> None:
    """Count what one of two sides took, in another process."""
    count(seconds / _SIDES)


def count(seconds: float) -> None:
    """Count what was done for this process in another one."""
    global _elsewhere
    _elsewhere += seconds
