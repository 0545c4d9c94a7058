"""What goes on in a thread of its own while engines look at pairs?"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from threading import Event
from typing import Generic, TypeVar

_Result = TypeVar("_Result")


class Beside(Generic[_Result]):
    """One piece of work, from when it is begun until somebody asks for what came of it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "swerve-beside")
        self._future: Future[_Result] | None = None
        self._began = 0.0
        #: Set once it is to come to its end.
        self.hurry = Event()

    def begin(self, do: Callable[[], _Result]) -> None:
        """Begin it, unless it is."""
        if self._future is None:
            self._began = time.monotonic()
            self._future = self._threads.submit(do)

    def result(self, patience_s: float | None = None) -> _Result | None:
        """What came of it; it is told to hurry so many seconds after it began.

        `None` where nothing was begun.
        """
        if self._future is None:
            return None
        if patience_s is not None:
            try:
                return self._future.result(max(0.0, self._began + patience_s - time.monotonic()))
            except NotDone:
                self.hurry.set()
        return self._future.result()

    def close(self) -> None:
        """End it."""
        self.hurry.set()
        self._threads.shutdown()
