"""Who tries units, and how many at a time?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from swerve.apps.campaign._outcome import Outcome
from swerve.apps.campaign._unit import Unit
from swerve.apps.campaign._working import dismiss, work


class Crew(Protocol):
    """Tries units. It writes nothing to the store: the campaign does, with what comes out here."""

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        """Try units, and tell how each ended as soon as it did, in any order.

        Whoever iterates also pulls from `units`, in the same thread; pulling one records that it
        is being tried, so no more are pulled than can be started about now. Every unit that was
        pulled comes out exactly once. `units` may end while some are being tried: those still
        come out, and the same crew may be asked again afterwards.
        """
        ...

    def close(self) -> None:
        """End what is still being tried, at once, and everything that was started for it."""
        ...


class LocalCrew:
    """Processes of this machine."""

    def __init__(self, jobs: int, deadline_s: float) -> None:
        self._jobs = jobs
        self._deadline_s = deadline_s

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        """Try units, so many at a time."""
        source = iter(units)
        is_exhausted = False
        trying: dict[Future[Outcome], Unit] = {}
        pool = ThreadPoolExecutor(self._jobs, thread_name_prefix="unit")
        try:
            while trying or not is_exhausted:
                while not is_exhausted and len(trying) < self._jobs:
                    unit = next(source, None)
                    if unit is None:
                        is_exhausted = True
                    else:
                        trying[pool.submit(work, unit, self._deadline_s)] = unit
                for future in wait(trying, return_when=FIRST_COMPLETED).done:
                    yield trying.pop(future), future.result()
        finally:
            if trying:  # nobody wants the rest
                dismiss()
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """End what is still being tried."""
        dismiss()
