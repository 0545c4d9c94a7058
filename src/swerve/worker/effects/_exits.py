"""Which functions did a call ask to be run at the end of the process?"""

from __future__ import annotations

import atexit
from functools import wraps
from typing import Any

#: What Python's own library cleans up behind itself.
_LIBRARY = frozenset(("concurrent", "logging", "multiprocessing", "threading", "weakref"))


class Exits:
    """Hears of every function that is registered."""

    def __init__(self) -> None:
        #: Each with what it is to be given.
        self.waiting: list[tuple[Any, Any]] = []
        register: Any = atexit.register
        unregister: Any = atexit.unregister

        @wraps(register)
        def register_and_tell(func: Any, /, *args: Any, **kwargs: Any) -> Any:
            found = register(func, *args, **kwargs)
            module = getattr(func, "__module__", None)
            if type(module) is not str or module.partition(".")[0] not in _LIBRARY:
                self.waiting.append((func, [*args, kwargs] if kwargs else [*args]))
            return found

        @wraps(unregister)
        def unregister_and_tell(func: Any, /) -> Any:
            self.waiting = [each for each in self.waiting if each[0] != func]
            return unregister(func)

        atexit.register, atexit.unregister = register_and_tell, unregister_and_tell

    def told(self) -> list[Any]:
        """What each is to be given: how code calls its own functions is its own affair."""
        return [given for _, given in self.waiting]

    def forget(self) -> None:
        """Begin anew."""
        if self.waiting:
            self.waiting = []
