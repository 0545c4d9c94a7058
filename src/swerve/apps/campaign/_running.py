"""How does a campaign get from units that wait to results?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Protocol

from swerve.model.campaign import StoredUnit, Unit

from ._claim import Claim
from ._unit import Outcome
from ._working import Crew

#: Units that are read from the store at a time.
_AT_ONCE = 100


class CampaignListener(Protocol):
    """Hears how a campaign goes on. The command line draws it; tests record it."""

    def began(self, unit: Unit) -> None:
        """A unit is about to be tried."""
        ...

    def ended(self, unit: Unit, outcome: Outcome, state: str) -> None:
        """A try ended, and left the unit in this state."""
        ...


class Run:
    """One client's work on a campaign that it has claimed."""

    def __init__(self, claim: Claim, crew: Crew, listener: CampaignListener) -> None:
        self._claim = claim
        self._crew = crew
        self._listener = listener
        self._is_stopping = False
        #: Read from the store, or to be tried again.
        self._next: deque[StoredUnit] = deque()
        self._tried: dict[str, StoredUnit] = {}
        self._last = 0

    @property
    def is_trying(self) -> bool:
        """Whether there is a unit without its outcome in the store."""
        return bool(self._tried)

    def stop(self) -> None:
        """Begin no other unit. May be called from a signal handler."""
        self._is_stopping = True

    def go(self) -> None:
        """Try units until none waits."""
        while self._fill() and not self._is_stopping:
            for unit, outcome in self._crew.outcomes(self._units()):
                self._end(unit, outcome)

    def _units(self) -> Iterator[Unit]:
        while not self._is_stopping and self._fill():
            stored = self._next.popleft()
            self._claim.begin(stored)
            self._tried[stored.unit.id] = stored
            self._listener.began(stored.unit)
            yield stored.unit

    def _fill(self) -> bool:
        """Whether there is a unit to try."""
        if not self._next:
            found = self._claim.waiting(self._last, _AT_ONCE)
            self._next.extend(found)
            self._last = found[-1].number if found else self._last
        return bool(self._next)

    def _end(self, unit: Unit, outcome: Outcome) -> None:
        stored = self._tried[unit.id]
        state = self._claim.record(stored, outcome)
        del self._tried[unit.id]
        if state == "waiting":
            again = StoredUnit(stored.number, stored.unit, state, stored.attempts + 1)
            self._next.append(again)
        self._listener.ended(unit, outcome, state)
