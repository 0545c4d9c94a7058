"""What is known about campaigns, read from the store?"""

from __future__ import annotations

import itertools
import os
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Row, Select, func, select

from swerve.model import Settings
from swerve.model.campaign import (
    STATES,
    Attempt,
    Campaign,
    Outline,
    Status,
    StoredResult,
    StoredUnit,
    Unit,
)
from swerve.model.errors import BadStore, GitMissing, UnknownCampaign
from swerve.model.writing import need_no_link, write_file
from swerve.source import is_tracked

from . import _tables as tables
from ._database import Database, bring_up, revision_of, url_from
from ._tables import COUNTS, HEAD
from ._unit import settings_from_json, unpacked

T = TypeVar("T")
#: Results that are read at a time.
_PAGE = 50
_UNITS_PAGE = 500


class Store:
    """Campaigns, their units, and their results. Reads only; `Claim` writes.

    May be used from several threads.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._settings: dict[int, Settings] = {}

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection; it may be used again."""
        self.database.close()

    @property
    def name(self) -> str:
        """What it is called in messages, without a password."""
        return self.database.name

    def campaigns(self) -> tuple[Campaign, ...]:
        """Every campaign, oldest first."""
        query = select(tables.campaigns).order_by(tables.campaigns.c.number)
        return tuple(map(_campaign, self._rows(query)))

    def campaign(self, name: str | None = None) -> Campaign:
        """The campaign of that name; without one, the latest."""
        query = select(tables.campaigns).order_by(tables.campaigns.c.number.desc()).limit(1)
        if name is not None:
            query = query.where(tables.campaigns.c.name == name)
        if rows := self._rows(query):
            return _campaign(rows[0])
        if name is None:
            raise UnknownCampaign(
                f"The store {self.name} has no campaign.", "`swerve campaign run` starts one."
            )
        names = [each.name for each in self.campaigns()][-10:]
        hint = f"It has {', '.join(names)}." if names else "It has no campaign at all."
        raise UnknownCampaign(f"The store {self.name} has no campaign `{name}`.", hint)

    def status(self, campaign: int) -> Status:
        """How far a campaign is."""
        units, results, row = tables.units, tables.results, tables.campaigns

        def ask(connection: Connection) -> Status:
            counts = connection.execute(
                select(units.c.state, func.count().label("units"))
                .where(units.c.campaign == campaign)
                .group_by(units.c.state)
            )
            last = select(func.max(results.c.number)).where(results.c.campaign == campaign)
            at = select(results.c.finished_at).where(results.c.number == last.scalar_subquery())
            about = connection.execute(select(row).where(row.c.number == campaign)).one_or_none()
            if about is None:
                raise UnknownCampaign(
                    "The campaign no longer exists.",
                    "`swerve campaign status --all` lists campaigns.",
                )
            return Status(
                {**dict.fromkeys(STATES, 0), **{row.state: row.units for row in counts}},
                about.created_at,
                about.seconds,
                connection.execute(at).scalar(),
                about.claimed_on if about.claimed_by is not None and may_live(about) else None,
            )

        return self.database.read(ask)

    def results(
        self, campaign: int, after: int | None = None, limit: int | None = None
    ) -> Iterator[StoredResult]:
        """Results in the order in which they came in, those with a higher number than `after`.

        Read a few at a time: more than one moment of the campaign may show.
        """
        results, units = tables.results, tables.units
        query = (
            select(
                results.c.number.label("result_number"),
                results.c.finished_at,
                results.c.seconds,
                results.c.report,
                units,
            )
            .join(units, units.c.number == results.c.unit)
            .where(results.c.campaign == campaign)
        )
        for row in itertools.islice(self._paged(query, results.c.number, after or 0, _PAGE), limit):
            number, report = row.result_number, unpacked(row.report)
            yield _made(StoredResult, row, number=number, unit=self._unit(row), report=report)

    def units(
        self,
        campaign: int,
        state: str | None = None,
        *,
        after: int = 0,
        page_size: int = _UNITS_PAGE,
    ) -> Iterator[StoredUnit]:
        """Units in the order in which they were given, those of one state where it is named."""
        query = select(tables.units).where(tables.units.c.campaign == campaign)
        if state is not None:
            query = query.where(tables.units.c.state == state)
        for row in self._paged(query, tables.units.c.number, after, page_size):
            yield self._stored(row)

    def outlines(self, campaign: int) -> Iterator[Outline]:
        """Every unit with the counts of its result, in the order in which they were given."""
        units, results, attempts = tables.units, tables.results, tables.attempts
        why = (
            select(attempts.c.why)
            .where(attempts.c.unit == units.c.number, attempts.c.attempt == units.c.attempts)
            .scalar_subquery()
        )
        query = (
            select(
                units,
                why.label("why"),
                results.c.number.label("result"),
                results.c.finished_at,
                results.c.seconds,
                *(results.c[name] for name in COUNTS),
            )
            .outerjoin(results, results.c.unit == units.c.number)
            .where(units.c.campaign == campaign)
        )
        for row in self._paged(query, units.c.number):
            counts = {name: getattr(row, name) or 0 for name in COUNTS}
            yield _made(Outline, row, unit=self._unit(row), counts=counts, why=row.why or "")

    def totals(self, campaign: int) -> dict[str, int]:
        """The counts of all results together, as in the summary of a report."""
        results = tables.results
        sums = [func.coalesce(func.sum(results.c[name]), 0).label(name) for name in COUNTS]
        row = self._rows(select(*sums).where(results.c.campaign == campaign))[0]
        return {name: int(getattr(row, name)) for name in COUNTS}

    def attempts(self, campaign: int, unit: str | None = None) -> Iterator[Attempt]:
        """Every try, unit by unit; those at one unit where its id is given."""
        units, attempts = tables.units, tables.attempts
        query = select(units).where(units.c.campaign == campaign)
        if unit is not None:
            query = query.where(units.c.id == unit)
        for stored in map(self._stored, self._paged(query, units.c.number)):
            tried = select(attempts).where(attempts.c.unit == stored.number)
            for row in self._rows(tried.order_by(attempts.c.attempt)):
                why, log = row.why or "", row.log or ""
                yield _made(Attempt, row, unit=stored.unit, why=why, log=log)

    def _paged(
        self, query: Select[Any], number: Column[Any], after: int = 0, size: int = _UNITS_PAGE
    ) -> Iterator[Row[Any]]:
        """Rows that a query finds, in the order of a number, so many at a time."""
        query = query.add_columns(number.label("place")).order_by(number).limit(size)
        while True:
            rows = self._rows(query.where(number > after))
            yield from rows
            if len(rows) < size:
                return
            after = rows[-1].place

    def _stored(self, row: Row[Any]) -> StoredUnit:
        return _made(StoredUnit, row, unit=self._unit(row))

    def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        return self.database.read(lambda connection: list(connection.execute(query)))

    def _unit(self, row: Row[Any]) -> Unit:
        if row.campaign not in self._settings:
            query = select(tables.campaigns.c.options).where(
                tables.campaigns.c.number == row.campaign
            )
            self._settings[row.campaign] = settings_from_json(self._rows(query)[0].options)
        packed = row.pull_request
        pull = None if packed is None else zlib.decompress(packed).decode()
        return _made(Unit, row, pull_request=pull, settings=self._settings[row.campaign])


def open_store(word: str, *, create: bool = False, patience_s: float = 60.0) -> Store:
    """Open a store by its path or URL, after bringing it up to date.

    `patience_s` is how long a connection that dies is tried again, each time.
    """
    url = url_from(word)
    if url.get_backend_name() == "sqlite":
        _need_of_the_user(Path(url.database or ""))
    database = Database(url, patience_s)
    if database.is_sqlite and not create and not Path(database.name).is_file():
        raise BadStore(f"There is no store {database.name}.", "`swerve campaign run` creates one.")
    if database.is_sqlite and create:
        _make_folder(Path(database.name).parent)

    try:
        _bring_up(database, create=create)
    except BaseException:
        database.close()
        raise
    return Store(database)


def _bring_up(database: Database, *, create: bool) -> None:
    revision = database.read(revision_of)
    if revision is None and not create:
        raise BadStore(
            f"The database {database.name} is not a campaign store.",
            "`swerve campaign run` creates one.",
        )
    if revision != HEAD:
        database.alone(bring_up)


def _need_of_the_user(file: Path) -> None:
    """Raise for a store that came with the code, or a part of it did: it says how code is run.

    SQLite takes what lies beside a database for what was written last.
    """
    for each in (file, *(Path(f"{file}-{name}") for name in ("wal", "shm", "journal"))):
        need_no_link(each)
        with suppress(GitMissing):
            if os.path.lexists(each) and is_tracked(each):
                raise BadStore(
                    f"`{each}` is tracked by git: it came with the code.",
                    "Choose a store of your own with `--store PATH`.",
                )


def _make_folder(folder: Path) -> None:
    """Make the folder of a store; one that is ours keeps git from looking into it."""
    ignored = folder / ".gitignore"
    if folder.is_dir() and (folder.name != ".swerve" or ignored.exists()):
        return
    try:
        write_file(ignored, "*\n")
    except OSError as error:
        raise BadStore(
            f"The folder {folder} cannot be written: {error.strerror}.", "Choose another location."
        ) from error


def _campaign(row: Row[Any]) -> Campaign:
    return _made(Campaign, row, settings=settings_from_json(row.options))


def _made(kind: type[T], row: Row[Any], **given: Any) -> T:
    """A value whose fields go by the names of columns, except for those that are given."""
    names = [each.name for each in fields(kind) if each.name not in given]  # type: ignore[arg-type]
    return kind(**{name: getattr(row, name) for name in names}, **given)


#: A client on another machine that said nothing for so long is taken for dead.
_SILENCE_S = 60.0


def where(pid: int) -> str:
    """Which process of this machine that is; another one that gets its number is another one."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        space = os.readlink("/proc/self/ns/pid")
        words = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return f"{boot} {space} {pid} {words[19]}"


def may_live(held: Row[Any]) -> bool:
    """Whether the client that a row of `campaigns` names may still be there."""
    mine, its = where(os.getpid()).split(), (held.claimed_where or "").split()
    if mine and its and mine[:2] == its[:2]:
        return where(held.claimed_pid).split() == its
    return bool(time.time() - held.seen_at < _SILENCE_S)
