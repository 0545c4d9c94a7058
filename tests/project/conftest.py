"""Which cache do these tests use?"""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SWERVE_CACHE", str(folder))
    return folder
