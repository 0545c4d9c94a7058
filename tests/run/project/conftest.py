"""Which cache and which environments do these tests use?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SWERVE_CACHE", str(folder))
    return folder


def make_environment(folder: Path, home: Path | None = None) -> Path:
    """A virtual environment, as small as they get; returns its executable."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "lib" / version / "site-packages").mkdir(parents=True)
    (folder / "bin").mkdir()
    executable = folder / "bin" / "python"
    executable.symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(
        f"home = {home or Path(sys.base_prefix, 'bin')}\nversion = 3\n"
    )
    return executable
