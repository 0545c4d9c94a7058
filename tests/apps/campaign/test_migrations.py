"""Is a store of any revision brought to the one that this version knows?"""

from __future__ import annotations

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from tests.apps.campaign import made

from swerve.apps.campaign import _tables as tables
from swerve.apps.campaign import open_store
from swerve.apps.campaign._claim import Claim
from swerve.apps.campaign._database import _MIGRATIONS, Database, url_from
from swerve.model.errors import BadStore


def settings(connection: Connection | None = None) -> Config:
    made = Config()
    made.set_main_option("script_location", str(_MIGRATIONS))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def test_the_last_migration_is_the_head_of_the_tables() -> None:
    assert ScriptDirectory.from_config(settings()).get_heads() == [tables.HEAD]


def test_migrations_lead_to_the_tables(store_url: str) -> None:
    with open_store(store_url, create=True) as store:
        found = store.database.read(
            lambda connection: compare_metadata(
                MigrationContext.configure(connection), tables.metadata
            )
        )
    assert found == []


def test_a_store_of_the_first_revision_is_brought_up(store_url: str) -> None:
    """What it holds is kept, and what later revisions can be asked about is filled in."""
    with open_store(store_url, create=True) as store:
        campaign = made.campaign(store, 3)
        with Claim(store, campaign) as claim:
            for unit in claim.waiting(0, 2):
                claim.begin(unit)
                claim.record(unit, made.done(counts={"changed": 1, "problems": 2}))
        before = list(store.results(campaign.number))

        def take_back(connection: Connection) -> None:
            for table in ("evidence", "functions"):
                connection.execute(text(f"DROP TABLE {table}"))
            connection.execute(text("ALTER TABLE results DROP COLUMN problems"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

        store.database.write(take_back)
    with open_store(store_url) as store:
        assert list(store.results(campaign.number)) == before
        revision, functions, evidence = store.database.read(
            lambda connection: [
                connection.execute(text(query)).all()
                for query in (
                    "SELECT version_num FROM alembic_version",
                    "SELECT name, verdict FROM functions",
                    "SELECT engine, runs FROM evidence",
                )
            ]
        )
        assert revision == [(tables.HEAD,)]
        assert functions == [("f", "changed")] * 2
        assert evidence == [("generate", 7)] * 2
        assert store.totals(campaign.number)["problems"] == 4
        with Claim(store, campaign) as claim:
            [unit] = claim.waiting(0, 9)
            claim.begin(unit)
            claim.record(unit, made.done())


def test_the_first_revision_alone_is_what_it_was(store_url: str) -> None:
    database = Database(url_from(store_url), 1.0)
    if database.is_sqlite:
        open_store(store_url, create=True).close()  # for its folder
        database.write(_drop_all)
    database.alone(lambda connection: command.upgrade(settings(connection), "0001"))
    names = database.read(lambda connection: set(_names(connection)))
    assert names == {"alembic_version", "attempts", "campaigns", "results", "units", "witnesses"}
    database.close()
    open_store(store_url).close()


def test_a_store_of_a_newer_version_is_refused(store_url: str) -> None:
    with open_store(store_url, create=True) as store:
        newer = text("UPDATE alembic_version SET version_num = '9999'")
        store.database.write(lambda connection: connection.execute(newer))
    with pytest.raises(BadStore, match="revision 9999, but this swerve supports"):
        open_store(store_url)
    with pytest.raises(BadStore, match="revision 9999"):
        open_store(store_url, create=True)


def test_tables_of_others_are_left_alone(store_url: str) -> None:
    with open_store(store_url, create=True) as store:
        store.database.write(_drop_all)
        store.database.write(
            lambda connection: connection.execute(text("CREATE TABLE shop (n INTEGER)"))
        )
    with pytest.raises(BadStore, match="tables of another program"):
        open_store(store_url, create=True)


def _names(connection: Connection) -> list[str]:
    from sqlalchemy import inspect

    return inspect(connection).get_table_names()


def _drop_all(connection: Connection) -> None:
    tables.metadata.drop_all(connection)
    connection.execute(text("DROP TABLE alembic_version"))
