"""What of a store does a browser get at a time?

Never all of it: results are read a few at a time, told briefly, and forgotten. Only the figures of
the charts are kept, which stay small however many results there are.
"""

from __future__ import annotations

import threading
import time
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from swerve.tell.pages import Digest, Entry, brief_data, entry_data

if TYPE_CHECKING:
    from swerve.model.campaign import Status, StoredResult

    from ._results import Store

#: Changes in one answer, and for how long a request may take in figures of others.
_SLICE = 50
_DIGESTING_S = 0.25


class Slices:
    """Answers from one store. May be asked by several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._figures: dict[int, _Figures] = {}
        self._lock = threading.Lock()

    def changes(self, campaign: int, after: int) -> dict[str, Any]:
        """The next few changes behind a number, and how far the campaign is."""
        status = self._store.status(campaign)
        found = [
            {**brief_data(_entry(result)), "number": result.number}
            for result in self._store.results(campaign, after=after, limit=_SLICE)
        ]
        figures = self._figures_of(campaign)
        if not figures.is_next(after, found):
            figures.take_in(self._store)
        return {
            "changes": found,
            "last": found[-1]["number"] if found else after,
            "more": len(found) == _SLICE,
            "status": _status_data(status),
            "digest": figures.data(),
        }

    def change(self, campaign: int, number: int) -> dict[str, Any] | None:
        """All about one change; nothing where the campaign has no result of that number."""
        for result in self._store.results(campaign, after=number - 1, limit=1):
            if result.number == number:
                return entry_data(_entry(result))
        return None

    def _figures_of(self, campaign: int) -> _Figures:
        with self._lock:
            return self._figures.setdefault(campaign, _Figures(campaign))


class _Figures:
    """The figures of one campaign, up to the result that was read last."""

    def __init__(self, campaign: int) -> None:
        self._campaign = campaign
        self._digest = Digest()
        self._last = 0
        self._lock = threading.Lock()

    def is_next(self, after: int, changes: list[dict[str, Any]]) -> bool:
        """Whether changes that were read anyway are the next to take in; they are, then."""
        with self._lock:
            if not changes or after != self._last:
                return False
            for change in changes:
                self._digest.add(change)
            self._last = changes[-1]["number"]
            return True

    def take_in(self, store: Store) -> None:
        """Take in what came since, as far as that goes in a moment."""
        with self._lock:
            until = time.monotonic() + _DIGESTING_S
            for result in store.results(self._campaign, after=self._last, limit=_SLICE):
                self._digest.add(brief_data(_entry(result)))
                self._last = result.number
                if time.monotonic() > until:
                    break

    def data(self) -> dict[str, Any]:
        """The figures, as the browser draws them."""
        with self._lock:
            return self._digest.data()


def _entry(result: StoredResult) -> Entry:
    when = datetime.fromtimestamp(result.finished_at, timezone.utc)
    return Entry(result.unit.title, when.strftime("%Y-%m-%d %H:%M"), result.report)


def _status_data(status: Status) -> dict[str, Any]:
    told = {"running": "running", "waiting": "waiting", "set-aside": "set aside"}
    return {
        "done": status.total - status.counts["running"] - status.counts["waiting"],
        "total": status.total,
        "seconds": status.seconds,
        "states": [
            [words, status.counts[state]] for state, words in told.items() if status.counts[state]
        ],
    }
