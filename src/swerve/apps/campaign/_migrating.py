"""Is a store of the revision that this version of swerve knows, and how does it get there?"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from swerve.apps.campaign._tables import HEAD
from swerve.model.errors import BadStore

_MIGRATIONS = Path(__file__).parent / "_migrations"
#: Alembic keeps what it works on in a global: threads that bring up two stores would mix them up.
_ONE_AT_A_TIME = threading.Lock()


def revision_of(connection: Connection) -> str | None:
    """The revision of a store; `None` for a database without tables of ours."""
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names and "campaigns" in names:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)
    if names:
        raise BadStore(
            "The database holds tables that are not swerve's.", "Name one that is empty, or new."
        )
    return None


def bring_up(connection: Connection) -> None:
    """Bring a store to the revision of this version, inside the transaction that is open."""
    found = revision_of(connection)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise BadStore(
            f"The store is of revision {found}, and this version of swerve knows {HEAD}.",
            "Use the version that made it, or a newer one: `pip install --upgrade swerve`.",
        )
    from alembic import command  # takes a while to load
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = Config()
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(settings, "head")
