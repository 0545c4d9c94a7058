"""Which git repositories do the tests work on?"""

from __future__ import annotations

import gc
import hashlib
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no bug, and CI must say the same twice.
settings.register_profile("swerve", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("swerve")

# Whoever runs the tests may have a narrow terminal.
os.environ.pop("COLUMNS", None)

# As swerve does, which is not the first here to load numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_GIT_VARIABLES = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05Z",
    # Nothing here outlives a crash of the machine, so git need not wait for the disk.
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "core.fsync",
    "GIT_CONFIG_VALUE_0": "none",
}


def pytest_collection_finish() -> None:
    """Leave alone what ten thousand tests and their modules are made of, which stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def usual_depth() -> Iterator[None]:
    """Code may nest as deep as usual, whatever a test before has allowed."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository made for one test."""

    path: Path

    def git(self, *words: str, data: bytes = b"") -> str:
        """Run git here, and return what it printed."""
        done = subprocess.run(
            ["git", *words], cwd=self.path, input=data, capture_output=True, check=False
        )
        assert done.returncode == 0, f"git {words}: {os.fsdecode(done.stderr)}"
        return os.fsdecode(done.stdout).strip()

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file of the work tree, and return where it is."""
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, message: str = "a commit", files: dict[str, str | bytes] | None = None) -> str:
        """Write the files, commit the whole work tree, and return the id of the commit."""
        for path, content in (files or {}).items():
            self.write(path, content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", message)
        return self.git("rev-parse", "HEAD")

    def clone(self, path: Path, *options: str) -> Repository:
        """Clone it the way a remote repository is cloned."""
        self.git("clone", "--quiet", *options, self.path.as_uri(), str(path))
        return Repository(path)

    def fingerprint(self) -> dict[str, str]:
        """Return a hash of every file, those of git included, to see what a command wrote."""
        found = {}
        for folder, _, names in os.walk(self.path):
            for name in names:
                file = os.path.join(folder, name)
                mode = os.lstat(file).st_mode
                data = os.fsencode(os.readlink(file)) if stat.S_ISLNK(mode) else b""
                if stat.S_ISREG(mode):
                    data = Path(file).read_bytes()
                found[os.path.relpath(file, self.path)] = hashlib.sha256(data).hexdigest()
        return found


@pytest.fixture(autouse=True)
def _git_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of the person who runs the tests, or of a hook, out of them."""
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    for name, value in _GIT_VARIABLES.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return an empty repository on branch `main`."""
    path = tmp_path / "repository"
    path.mkdir()
    made = Repository(path)
    made.git("init", "--quiet", "--initial-branch=main")
    return made
