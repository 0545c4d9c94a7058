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
_GARBAGE = b"\xa5"


def freeze_memory() -> None:
    """Freeze what `numpy.empty` and `numpy.empty_like` give."""
    when_imported("numpy", _freeze_empty)


def _freeze_empty(numpy: ModuleType | Any) -> None:
    frombuffer, setitem = numpy.frombuffer, numpy.ndarray.__setitem__

    def filling(real: Any) -> Callable[..., Any]:
        def made(*words: Any, **named: Any) -> Any:
            array = real(*words, **named)
            kind = array.dtype
            if not kind.hasobject and kind.kind in "iufcMmV" and 0 < array.nbytes < _MOST_BYTES:
                setitem(array, ..., frombuffer(_GARBAGE * kind.itemsize, kind)[0])
            elif kind.kind in "bSU" and array.nbytes < _MOST_BYTES:
                setitem(array, ..., True if kind.kind == "b" else "")
            return array

        return made

    for name in ("empty", "empty_like"):
        real = getattr(numpy, name)
        setattr(numpy, name, frozen_function(real, filling(real)))
