"""What can be said to tests of both sides while they run, and once they have run?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from swerve.model import Side

from ..suites import Ending, Row, RunningTests
from ._ran import Ran

#: Processes of one side that stay: each holds what it has imported.
_MOST = 4


class _Kept(NamedTuple):
    files: frozenset[str]
    tests: RunningTests


class Staying:
    """Processes that have imported tests, in which some of those can run once more."""

    def __init__(self, is_enough: Callable[[Ran, Ran], float | None] | None = None) -> None:
        """`is_enough` is asked when tests that come with the change have run on both sides.

        It says how much work is left for others, or None for all there is time for.
        """
        self._is_enough = is_enough
        self._lock = Lock()
        self._kept: dict[Side, list[_Kept]] = {side: [] for side in Side}
        self._ran: dict[Side, tuple[Ran, RunningTests]] = {}

    def __enter__(self) -> Staying:
        return self

    def __exit__(self, *_: object) -> None:
        for kept in self._kept.values():
            while kept:
                kept.pop().tests.close()

    def run(self, side: Side, files: Sequence[str], tests: RunningTests) -> Ran:
        """Run tests of one side to their end; they stay if they can."""
        ran = Ran()

        def take(row: Row) -> None:
            with self._lock:
                ran.take(row)

        tests.finish(ran, take, lambda: self._ask(side, ran, tests))
        with self._lock:
            self._ran.pop(side, None)
            if tests.stays and ran.ending in (Ending.COMPLETE, Ending.OUT_OF_TIME):
                self._kept[side].append(_Kept(frozenset(files), tests))
            else:
                tests.close()
            while len(self._kept[side]) > _MOST:
                self._kept[side].pop(0).tests.close()
        return ran

    def _ask(self, side: Side, ran: Ran, tests: RunningTests) -> None:
        """Ask whether it is enough, once both sides are that far."""
        if not ran.has_first:
            return
        with self._lock:  # both sides may come at once, and are asked about once
            self._ran[side] = ran, tests
            if self._is_enough is None or len(self._ran) < len(Side):
                return
            (old, _), (new, _) = self._ran[Side.OLD], self._ran[Side.NEW]
            seconds = self._is_enough(old, new)
            self._is_enough = None
            if seconds is not None:
                for _, running in self._ran.values():
                    running.limit(seconds)

    def again(
        self, side: Side, chosen: Sequence[str], seconds: float, *, varies: bool
    ) -> Ran | None:
        """Run tests once more where they were imported; None where that does not work."""
        ran = Ran()
        left = list(chosen)
        for kept in self._kept[side]:
            here = [test for test in left if test.partition("::")[0] in kept.files]
            if not here or not kept.tests.stays:
                continue
            order = {"chosen": here, "varies": varies}
            part = Ran()
            kept.tests.again(order, seconds, part, part.take)
            if part.ending is not Ending.COMPLETE:
                return None
            ran.add(part)
            left = [test for test in left if test not in here]
        return None if left else ran
