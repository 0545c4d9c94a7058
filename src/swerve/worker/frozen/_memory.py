"""What is in an array that was made without saying what is in it?

Whatever was in memory there, which is another thing on the other side. Now it is always the same,
and nothing that somebody would take for a result.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..core._arrivals import when_imported
from ._function import frozen_function

#: Larger arrays are new memory, which the system has set to zero.
_MOST_BYTES = 1 << 24
_GARBAGE, _ZERO = b"\xcd", b"\0"
#: Not so small that it passes for rounding, and not so large that all others do.
_NUMBER = -1234567.0


def freeze_memory() -> None:
    """Freeze what `numpy.empty` and `numpy.empty_like` give."""
    when_imported("numpy", _freeze_empty)


def _freeze_empty(numpy: ModuleType | Any) -> None:
    frombuffer, setitem = numpy.frombuffer, numpy.ndarray.__setitem__

    def filling(real: Any) -> Callable[..., Any]:
        def made(*words: Any, **named: Any) -> Any:
            array = real(*words, **named)
            kind = array.dtype
            if kind.hasobject or not 0 < array.nbytes < _MOST_BYTES:
                return array
            if kind.kind in "fc" and kind.itemsize > 2:
                setitem(array, ..., _NUMBER)
            elif kind.kind in "iufmMV":
                garbage = _ZERO if kind.kind == "V" else _GARBAGE  # records may hold texts
                setitem(array, ..., frombuffer(garbage * kind.itemsize, kind)[0])
            elif kind.kind in "bSU":
                setitem(array, ..., True if kind.kind == "b" else "")
            return array

        return made

    for name in ("empty", "empty_like"):
        real = getattr(numpy, name)
        setattr(numpy, name, frozen_function(real, filling(real)))
