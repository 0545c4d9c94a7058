"""Does a test pass on one side and fail on the other, as somebody else would run it?

Each run is a process of its own in a cell, with the project's interpreter and plain pytest, that
sees one tree and the test. Nothing of swerve is in it, unless pytest is missing.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO

import swerve.worker
from swerve.engines.guided import Places
from swerve.model import Side
from swerve.run.host import TREE, Ground
from swerve.run.sandbox import Cell, Confined, Level, start

_PACKAGE = Path(swerve.worker.__file__).parent
_TEST, _WORKER = "/srv/u/test", "/srv/u/library"
#: Seconds for an interpreter, pytest and the project to start, and for the test.
_LIMIT_S = 60.0
_MOST_READ = 200_000
_OPTIONS = ("-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:swerve", "--color=no")
_FAILED = 1
_NO_PYTEST = "No module named pytest"
_ERROR = re.compile(r"^E\s+(.*)$", re.MULTILINE)


class Ending(Enum):
    """How a test ended."""

    PASSED = "passed"
    FAILED = "failed"
    #: It could not be imported, or took too long, or took the process down.
    BROKEN = "broken"
    NO_PYTEST = "no pytest"


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of a test."""

    ending: Ending
    #: Why it did not pass, in its own words.
    why: str = ""


@dataclass(slots=True)
class Verifier:
    """Runs tests on both trees."""

    places: Places
    #: Whether the interpreter has no pytest, and something of swerve's stands in for it.
    lacks_pytest: bool = False

    def why_not(self, text: str, name: str, pinned: Side, *, plugins: bool) -> str:
        """Why a test does not show what it should; empty when it does.

        Without `plugins` pytest is alone, and starts in a fraction of the time.
        """
        old, new = self._run(text, name, plugins)
        if not self.lacks_pytest and Ending.NO_PYTEST in (old.ending, new.ending):
            self.lacks_pytest = True
            old, new = self._run(text, name, plugins)
        holds, fails = (old, new) if pinned is Side.OLD else (new, old)
        other = "new" if pinned is Side.OLD else "old"
        if holds.ending is not Ending.PASSED:
            return f"it does not pass on the {pinned.value} version: {holds.why}"
        if fails.ending is Ending.PASSED:
            return f"it passes on the {other} version too"
        if fails.ending is Ending.BROKEN:
            return f"it cannot be run on the {other} version: {fails.why}"
        return ""

    def _run(self, text: str, name: str, plugins: bool) -> tuple[Ran, Ran]:
        """Run it on both sides at once."""
        with (
            tempfile.TemporaryDirectory(prefix="swerve-") as folder,
            tempfile.TemporaryFile() as old_said,
            tempfile.TemporaryFile() as new_said,
        ):
            home = Path(folder)
            home.chmod(0o755)
            (home / f"{name}.py").write_text(text, encoding="utf-8")
            (home / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
            confined: list[Confined] = []
            try:
                for ground, said in ((self.places.old, old_said), (self.places.new, new_said)):
                    confined.append(self._start(ground, home, name, plugins, said))
                until = time.monotonic() + _LIMIT_S
                old, new = (
                    _ended(each, said, until)
                    for each, said in zip(confined, (old_said, new_said), strict=True)
                )
            finally:
                for each in confined:
                    each.kill()
        return old, new

    def _start(
        self, ground: Ground, home: Path, name: str, plugins: bool, said: IO[bytes]
    ) -> Confined:
        is_strict = self.places.level is Level.STRICT
        tree = TREE if is_strict else str(ground.tree)
        test = f"{_TEST if is_strict else home}/{name}.py"
        worker = _WORKER if is_strict else str(_PACKAGE)
        cell = Cell(
            read_only=(
                *((path, str(path)) for path in ground.readable),
                (ground.tree, TREE),
                (home, _TEST),
                *(((_PACKAGE, _WORKER),) if self.lacks_pytest else ()),
            ),
            working_folder=TREE,
            environment={
                "LC_ALL": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONNOUSERSITE": "1",
                "PYTHONPATH": os.pathsep.join(
                    os.path.normpath(f"{tree}/{root}") for root in ground.roots
                ),
                **({} if plugins else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}),
            },
        )
        words: tuple[str, ...] = ("-m", "pytest", *_OPTIONS, test)
        if self.lacks_pytest:
            words = (f"{worker}/suite/_without_pytest.py", test)
        argv = (str(ground.interpreter), *words)
        return start(self.places.level, cell, argv, stdout=said.fileno(), stderr=said.fileno())


def _ended(confined: Confined, said: IO[bytes], until: float) -> Ran:
    status = confined.wait(max(0.0, until - time.monotonic()))
    said.seek(0)
    text = said.read(_MOST_READ).decode("utf-8", "replace")
    if status == 0:
        return Ran(Ending.PASSED)
    if _NO_PYTEST in text:
        return Ran(Ending.NO_PYTEST, _NO_PYTEST)
    if status is None:
        return Ran(Ending.BROKEN, f"it did not finish within {_LIMIT_S:g} s")
    errors = _ERROR.findall(text)
    why = errors[0].strip() if errors else next(iter(text.strip().splitlines()[-1:]), "")
    is_failed = status == _FAILED and re.search(r"^\d+ failed", text, re.MULTILINE) is not None
    return Ran(Ending.FAILED if is_failed else Ending.BROKEN, why[:300])
