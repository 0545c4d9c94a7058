"""How is a campaign written down, so that nothing is lost and nothing there twice?

One client at a time works on a campaign: it holds the claim. Every transaction first shows that it
still does, which takes the claim's row; so a client that was taken for dead writes nothing more.
Every transaction may run twice, since the answer to a commit can get lost: then it changes nothing.
"""

from __future__ import annotations

import itertools
import os
import secrets
import shlex
import socket
import threading
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection, Table, Update, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from swerve.model import Settings
from swerve.model.campaign import Campaign, StoredUnit, Unit
from swerve.model.errors import CampaignTaken, StoreUnreachable, SwerveError, UnknownCampaign
from swerve.worker.version import __version__

from . import _tables as tables
from ._store import Store, may_live, where
from ._tables import counts_of, parts_of, safe_text
from ._unit import Done, Failed, Lost, Outcome, settings_to_json, unpacked

#: A unit that failed so often is set aside.
MOST_FAILURES = 3
#: Whatever it ran on went away so often that the unit may be the reason.
MOST_LOSSES = 12
_BEAT_S = 10.0
_UNITS_AT_ONCE = 200
_LOG_CHARACTERS = 8_000
_WHY_CHARACTERS = 500


def create_campaign(
    store: Store,
    units: Iterable[Unit],
    *,
    name: str | None,
    source: str,
    settings: Settings,
    deadline_s: float,
) -> Campaign:
    """Write down a campaign with all of its units, or nothing of it."""
    key = secrets.token_hex(16)
    listed = list(units)

    def act(connection: Connection) -> str:
        known = select(tables.campaigns.c.name).where(tables.campaigns.c.key == key)
        if (there := connection.execute(known).scalar()) is not None:
            return str(there)  # the answer to the first try was lost
        chosen = name or _next_name(connection)
        row = connection.execute(
            _insert(store, tables.campaigns)
            .values(
                name=chosen,
                key=key,
                source=safe_text(source),
                options=settings_to_json(settings),
                deadline_s=deadline_s,
                version=__version__,
                created_at=time.time(),
            )
            .on_conflict_do_nothing()
            .returning(tables.campaigns.c.number)
        ).one_or_none()
        if row is None:
            raise UnknownCampaign(
                f"There is already a campaign `{chosen}`.",
                f"Continue it with `swerve campaign resume {shlex.quote(chosen)}`, or choose "
                "another name.",
            )
        for start in range(0, len(listed), _UNITS_AT_ONCE):
            values = [_unit_row(row.number, unit) for unit in listed[start:][:_UNITS_AT_ONCE]]
            connection.execute(_insert(store, tables.units).on_conflict_do_nothing(), values)
        return chosen

    return store.campaign(store.database.alone(act))


class Claim:
    """The right to work on a campaign. Close it, or the next client has to find out."""

    def __init__(self, store: Store, campaign: Campaign) -> None:
        self._store = store
        self._database = store.database
        self.campaign = campaign
        self._token = secrets.token_hex(16)
        self._started = time.monotonic()
        #: Seconds that others worked on it before.
        self._before = self._database.write(self._take)
        self._closed = threading.Event()
        self._beating = threading.Thread(target=self._beat, name="claim", daemon=True)
        self._beating.start()

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreUnreachable):  # it was waited for long enough
            self._closed.set()
        else:
            self.close()

    def close(self) -> None:
        """Give it up; what was being tried is tried again by the next client."""
        self._closed.set()
        self._beating.join(_BEAT_S)

        def act(connection: Connection) -> None:
            free = {"claimed_by": None, "claimed_on": None, "claimed_pid": None}
            mine = self._mine().values(**free, claimed_where=None, seconds=self._seconds)
            if connection.execute(mine).rowcount:
                _let_go(connection, self.campaign.number)

        self._database.write(act)

    def reconsider(self) -> None:
        """Let units that were set aside wait for another try: one each."""
        units = tables.units
        mine = (units.c.campaign == self.campaign.number, units.c.state == "set-aside")

        def act(connection: Connection) -> None:
            self._show(connection)
            connection.execute(update(units).where(*mine).values(state="waiting"))

        self._database.write(act)

    def waiting(self, after: int, limit: int) -> list[StoredUnit]:
        """The next units that nobody tries yet."""
        found = self._store.units(self.campaign.number, "waiting", after=after, page_size=limit)
        return list(itertools.islice(found, limit))

    def begin(self, unit: StoredUnit) -> None:
        """Note that a unit is being tried: before anything is done for it."""
        row = {"unit": unit.number, "attempt": unit.attempts + 1, "started_at": time.time()}

        def act(connection: Connection) -> None:
            self._show(connection)
            insert = _insert(self._store, tables.attempts).values(row)
            connection.execute(insert.on_conflict_do_nothing())
            _change(connection, unit, state="running", attempts=unit.attempts + 1)

        self._database.write(act)

    def record(self, unit: StoredUnit, outcome: Outcome) -> str:
        """Note how a try that `begin` noted ended, and return the state that leaves the unit in.

        Another result of the same unit changes nothing.
        """
        finished_at = time.time()

        def act(connection: Connection) -> str:
            self._show(connection)
            attempts = tables.attempts
            connection.execute(
                update(attempts)
                .where(attempts.c.unit == unit.number, attempts.c.attempt == unit.attempts + 1)
                .values(finished_at=finished_at, **_attempt_values(outcome))
            )
            if isinstance(outcome, Done):
                self._keep(connection, unit, outcome, finished_at)
                state = "done"
            else:
                state = _state_after(connection, unit, outcome)
            _change(connection, unit, state=state)
            return state

        return self._database.write(act)

    def _keep(
        self, connection: Connection, unit: StoredUnit, outcome: Done, finished_at: float
    ) -> None:
        report = unpacked(outcome.report)
        insert = _insert(self._store, tables.results).values(
            campaign=self.campaign.number,
            unit=unit.number,
            finished_at=finished_at,
            seconds=outcome.seconds,
            report=outcome.report,
            **counts_of(report),
        )
        number = connection.execute(
            insert.on_conflict_do_nothing().returning(tables.results.c.number)
        ).scalar()
        if number is None:
            return
        for table, rows in parts_of(report):
            if rows:
                connection.execute(
                    _insert(self._store, table), [{**row, "result": number} for row in rows]
                )

    def _take(self, connection: Connection) -> float:
        row = tables.campaigns
        held = connection.execute(
            select(row).where(row.c.number == self.campaign.number).with_for_update()
        ).one()
        if held.claimed_by not in (None, self._token) and may_live(held):
            since = max(time.time() - held.seen_at, 0)
            raise CampaignTaken(
                f"Process {held.claimed_pid} on {held.claimed_on} is working on the campaign "
                f"`{held.name}`; it was last seen {since:.0f} s ago.",
                "Wait for it, or stop it. If it has died, you can continue after a minute.",
            )
        _let_go(connection, self.campaign.number)
        connection.execute(
            update(row)
            .where(row.c.number == self.campaign.number)
            .values(
                claimed_by=self._token,
                claimed_on=socket.gethostname()[:300],
                claimed_pid=os.getpid(),
                claimed_where=where(os.getpid()),
                seen_at=time.time(),
            )
        )
        return float(held.seconds)

    @property
    def _seconds(self) -> float:
        return self._before + time.monotonic() - self._started

    def _mine(self) -> Update:
        row = tables.campaigns
        return update(row).where(
            row.c.number == self.campaign.number, row.c.claimed_by == self._token
        )

    def _show(self, connection: Connection) -> None:
        """Show that the claim holds, to others and to the caller."""
        still = self._mine().values(seen_at=time.time(), seconds=self._seconds)
        if not connection.execute(still).rowcount:
            raise CampaignTaken(
                f"Another client has taken over the campaign `{self.campaign.name}`.",
                "Let it finish; `swerve campaign status` shows its progress.",
            )

    def _beat(self) -> None:
        while not self._closed.wait(_BEAT_S):
            with suppress(SwerveError):  # who writes next says so
                self._database.write(self._show)


def _let_go(connection: Connection, campaign: int) -> None:
    """Note that what was being tried by a client is not tried any more."""
    units, attempts = tables.units, tables.attempts
    running = select(units.c.number).where(units.c.campaign == campaign, units.c.state == "running")
    connection.execute(
        update(attempts)
        .where(attempts.c.unit.in_(running), attempts.c.outcome.is_(None))
        .values(outcome="lost", why="the client ended")
    )
    connection.execute(
        update(units)
        .where(units.c.campaign == campaign, units.c.state == "running")
        .values(state="waiting")
    )


def _change(connection: Connection, unit: StoredUnit, **values: object) -> None:
    units = tables.units
    connection.execute(
        update(units).where(units.c.number == unit.number, units.c.state != "done").values(values)
    )


def _state_after(connection: Connection, unit: StoredUnit, outcome: Failed | Lost) -> str:
    """What is to become of a unit that has no result.

    One that is reconsidered has failed often enough: that its try was lost is not held against it.
    """
    attempts = tables.attempts
    word, most = ("lost", MOST_LOSSES) if isinstance(outcome, Lost) else ("failed", MOST_FAILURES)
    query = (
        select(func.count())
        .select_from(attempts)
        .where(attempts.c.unit == unit.number, attempts.c.outcome == word)
    )
    return "set-aside" if connection.execute(query).scalar_one() >= most else "waiting"


def _attempt_values(outcome: Outcome) -> dict[str, object]:
    values: dict[str, object] = {"log": safe_text(outcome.log, _LOG_CHARACTERS) or None}
    if not isinstance(outcome, Done):
        values["why"] = safe_text(outcome.why, _WHY_CHARACTERS)
    if isinstance(outcome, Lost):
        return {**values, "outcome": "lost"}
    return {
        **values,
        "outcome": "done" if isinstance(outcome, Done) else "failed",
        "seconds": outcome.seconds,
        "cpu_s": outcome.cost.cpu_s,
        "peak_bytes": outcome.cost.peak_bytes,
    }


def _next_name(connection: Connection) -> str:
    taken = set(connection.execute(select(tables.campaigns.c.name)).scalars())
    numbers = itertools.count(len(taken) + 1)
    return next(name for n in numbers if (name := f"campaign-{n}") not in taken)


def _unit_row(campaign: int, unit: Unit) -> dict[str, object]:
    pull = unit.pull_request
    return {
        "campaign": campaign,
        "id": unit.id,
        "repository": safe_text(unit.repository),
        "old": unit.old,
        "new": unit.new,
        "title": safe_text(unit.title, _WHY_CHARACTERS),
        "pull_request": None if pull is None else zlib.compress(pull.encode()),
        "state": "waiting",
        "attempts": 0,
    }


def _insert(store: Store, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if store.database.is_sqlite else postgresql.insert(table)
