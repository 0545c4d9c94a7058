"""A stranger's repository, and a user who checks it: what is the stranger not to reach?

Each test makes a repository on the spot, with files that run `scene.payload` or read the user's
secret where a rule of swerve fails, and runs swerve there as its user would. Afterwards the canary
must be unwritten and the secret untold, whatever else the test looks at.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.forked import run_forked

from swerve.run.sandbox import Level, choose_level

_WORKS = choose_level().level
#: The command as it is installed, which is what users and CI jobs start.
SWERVE = Path(sys.executable).with_name("swerve")
_PATIENCE_S = 120


@dataclass(slots=True)
class Scene:
    """A user with a secret, a repository of a stranger, and a canary."""

    #: The folder that everything of this test lies in.
    top: Path
    repository: Repository
    level: Level
    secret: str = field(default_factory=lambda: f"s3cret-{secrets.token_hex(8)}")
    #: All that swerve said so far.
    said: list[str] = field(default_factory=list)
    #: What starts swerve, where it matters how it starts.
    starts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for folder in (self.home / ".ssh", self.temporary, self.canary.parent):
            folder.mkdir(parents=True)
        self.secret_file.write_text(self.secret)

    @property
    def home(self) -> Path:
        """The user's home, with a secret in it."""
        return self.top / "home"

    @property
    def temporary(self) -> Path:
        """The user's folder for temporary files."""
        return self.top / "temporary"

    @property
    def secret_file(self) -> Path:
        """A file of the user that code of the change may not read."""
        return self.home / ".ssh/id_ed25519"

    @property
    def canary(self) -> Path:
        """Written by whatever runs outside of its cell."""
        return self.top / "canary/dead"

    @property
    def payload(self) -> str:
        """Python that writes the canary; inside a strict cell it comes to nothing."""
        return (
            "try:\n"
            f"    open({str(self.canary)!r}, 'a').write(__name__ + '\\n')\n"
            "except OSError:\n"
            "    pass\n"
        )

    @property
    def command(self) -> str:
        """The same as a shell command."""
        return f"echo ran >> '{self.canary}'"

    @property
    def program(self) -> Path:
        """The same as a program of the stranger's that lies in the checkout."""
        file = self.repository.write("tools/program", f"#!/bin/sh\n{self.command}\ncat\n")
        file.chmod(0o755)
        return file

    def variables(self) -> dict[str, str]:
        """The environment that the user has; a token is in it, as in CI jobs."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("GIT_") or name in ("PATH", "LANG")
        }
        own = {
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "XDG_CACHE_HOME": str(self.top / "cache"),
            "GITHUB_TOKEN": self.secret,
            "NO_COLOR": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return kept | own

    def swerve(
        self,
        *words: str,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
        data: str = "",
        command: tuple[str, ...] = (),
    ) -> subprocess.CompletedProcess[str]:
        """Run swerve as the user does, in the repository unless a folder is named.

        It must end as it promises to: with a verdict or an error for a person, never a traceback.
        Where it matters how the process starts, `command` is what starts it.
        """
        place = folder or self.repository.path
        environment = self.variables() | dict(variables or {})
        command = command or self.starts
        if command:
            done = subprocess.run(
                [*command, *words],
                cwd=place,
                env=environment,
                input=data,
                capture_output=True,
                text=True,
                errors="backslashreplace",
                timeout=_PATIENCE_S,
                check=False,
            )
        else:
            done = run_forked(words, place, environment, data, _PATIENCE_S)
        self.said += [done.stdout, done.stderr]
        assert done.returncode in (0, 1, 2), done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def check(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """`swerve check` at the level of this test."""
        return self.swerve("check", "--sandbox", self.level.value, *words, folder=folder)

    def assert_unharmed(self) -> None:
        """Nothing ran outside, and nobody told what only the user may know."""
        ran = self.canary.read_text().split() if self.canary.exists() else []
        assert not ran, f"code of the change ran outside of its cell: {ran}"
        assert not any(self.secret in said for said in self.said), "the secret was told"


def at(*levels: Level) -> pytest.MarkDecorator:
    """The levels of the sandbox that claim to hold an attack; a test without it runs at strict."""
    needs = pytest.mark.skipif(_WORKS is not Level.STRICT, reason="needs bubblewrap")
    return pytest.mark.parametrize(
        "level",
        [
            pytest.param(each, id=each.value, marks=[needs] if each is Level.STRICT else [])
            for each in levels
        ],
    )


@pytest.fixture
def level() -> Level:
    """The level of a test that names none."""
    if _WORKS is not Level.STRICT:
        pytest.skip("needs bubblewrap")
    return Level.STRICT


@pytest.fixture
def scene(tmp_path: Path, repository: Repository, level: Level) -> Iterator[Scene]:
    """A scene, which is looked at once the test is over."""
    made = Scene(tmp_path, repository, level)
    yield made
    made.assert_unharmed()
