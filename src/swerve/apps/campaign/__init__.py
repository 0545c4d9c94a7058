"""Many changes checked as one piece of work, in a store; on this machine or spread over others."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from swerve.model.errors import ExtraMissing

from ._unit import Cost, Done, Failed, Lost, Outcome, packed, unit_of, unpacked
from ._working import Crew, LocalCrew, dismiss, work

if TYPE_CHECKING:  # needs SQLAlchemy, which is not always there
    from ._store import Store


def open_store(url: str, *, create: bool = False, patience_s: float = 60.0) -> Store:
    """Open a store: a path, sqlite:///PATH, or postgresql://USER@HOST/DATABASE.

    One that an older version made is brought up to date. `patience_s` is how long a connection
    that dies is tried again, each time.
    """
    try:
        from . import _store
    except ImportError as error:
        raise ExtraMissing(
            "Campaigns need SQLAlchemy and Alembic.", "Run `pip install 'swerve[campaign]'`."
        ) from error
    return _store.open_store(url, create=create, patience_s=patience_s)


def __getattr__(name: str) -> object:
    if name == "Store":  # needs SQLAlchemy
        from ._store import Store

        return Store
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
