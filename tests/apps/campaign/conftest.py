"""Which stores do the tests of campaigns use?"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.apps.campaign.postgres import Postgres, running_postgres, why_not


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for stores that have no other name."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of its own."""
    if reason := why_not():
        pytest.skip(reason)
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a store that is not there yet."""
    if request.param == "sqlite":
        return str(tmp_path / "store" / "campaign.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(f"store_{secrets.token_hex(4)}")
