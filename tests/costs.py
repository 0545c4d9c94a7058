"""How much work is something, whatever else the machine does meanwhile?"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def need_cheap(do: Callable[[], _T], most_s: float, tries: int = 5) -> _T:
    """What it gives, where one of several tries takes at most this much processor time.

    On a busy machine a try may take many times what the next one takes, and the garbage of other
    tests is collected whenever it pleases the interpreter.
    """
    took = []
    for _ in range(tries):
        gc.collect()
        gc.disable()
        started = time.process_time()
        try:
            given = do()
        finally:
            took.append(time.process_time() - started)
            gc.enable()
        if took[-1] <= most_s:
            return given
    raise AssertionError(f"it took {min(took):.3f} s or more, {tries} times; at most {most_s} s")
