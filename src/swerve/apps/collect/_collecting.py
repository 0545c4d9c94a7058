"""How are events collected from the test suite of a project?

The files with tests run chunk by chunk, each chunk in a cell of its own and on a fresh copy of the
project. After each chunk all there is so far is on disk, with how far the suite has come.
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from swerve.model import LeftOut, Settings
from swerve.model.errors import BadEvents, CannotWrite, PathMissing, SuiteFailed
from swerve.model.settings import DEFAULTS
from swerve.model.writing import make_folder, write_file
from swerve.predict.training.events import (
    Header,
    Identity,
    file_name,
    identity_of,
    read,
    refuse_excluded,
    write,
)
from swerve.run.project import (
    Checkout,
    Install,
    Interpreter,
    distribution_of,
    find_interpreter,
    laid_out,
)
from swerve.run.sandbox import Confinement, choose_level
from swerve.run.suites import Ending, conventions_of, files_with_tests, take_chunk

from ._chunk import Ran, SuiteGround, SuiteState, run_chunk
from ._environment import Installed, install_line, installed_in
from ._merged import Merged

#: No chunk gets less, however many there are.
_LEAST_SHARE_S = 20.0
_LEAST_LEFT_S = 1.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be collected, and how much of it."""

    folder: Path
    out: Path
    #: Files and folders of the project to look for tests in; everywhere when empty.
    tests: tuple[str, ...] = ()
    #: What they run in.
    settings: Settings = DEFAULTS
    #: For all tests together.
    seconds: float = 600.0
    #: For each setup, call and teardown of a test.
    test_seconds: float = 10.0
    max_events: int = 500_000
    #: Test files that run in one process.
    chunk: int = 40
    #: Forget what was collected before.
    again: bool = False
    #: Run the tests that are installed with the project, not those in its folder.
    installed: bool = False


@dataclass(frozen=True, slots=True)
class Collected:
    """What there is now."""

    file: Path
    header: Header
    interpreter: Interpreter
    confinement: Confinement
    #: Test files that ran, of all.
    done: int
    total: int
    #: Test files that a later call would run.
    waiting: int
    #: Test files, and source files, that say nothing, and why.
    left_out: tuple[LeftOut, ...]
    is_full: bool
    #: What a person should know besides.
    notes: tuple[str, ...]


class CollectListener(Protocol):
    """Hears how far a collection is. The command line draws it."""

    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        """So many of the test files are done; so many tests ran, and places were seen."""


def collect(wanted: Wanted, listener: CollectListener) -> Collected:
    """Collect from the suite of a project, and write the events to a file.

    What an earlier call left there is gone on with, unless the project has changed since.
    """
    folder = wanted.folder.absolute()
    if not folder.is_dir():
        raise PathMissing(f"There is no folder {wanted.folder}.", "Pass the folder of a project.")
    settings = wanted.settings
    confinement = choose_level(settings.sandbox)
    python = settings.python
    if python and os.sep in python:  # relative to the user, not to the project
        python = os.path.abspath(os.path.expanduser(python))
    interpreter = find_interpreter(
        python, folder, level=confinement.level, readable=settings.readable
    )
    with ExitStack() as opened:
        checkout = opened.enter_context(laid_out(folder, without=wanted.out.absolute()))
        identity = identity_of(checkout.tree.path, folder, checkout.roots)
        refuse_excluded((identity.name, *(() if identity.is_declared else _modules(checkout))))
        found = installed_in(interpreter, identity.name, confinement.level)
        place = _place(wanted, checkout, interpreter, confinement, found)
        identity = replace(identity, version=identity.version or found.version or "0")
        return _Collection(wanted, checkout, place, identity, confinement).run(listener)


def _modules(checkout: Checkout) -> Iterator[str]:
    """What a project without a name may be known by: the packages at its import roots."""
    for root in checkout.roots:
        top = checkout.tree.path / root
        yield from sorted(path.parent.name for path in top.glob("*/__init__.py"))


def _place(
    wanted: Wanted,
    checkout: Checkout,
    interpreter: Interpreter,
    confinement: Confinement,
    found: Installed,
) -> SuiteGround:
    if wanted.installed and not found.packages:
        raise SuiteFailed(
            f"The project is not installed in {interpreter.executable}.",
            f"Run `{install_line(interpreter, str(wanted.folder))}`, or leave `--installed` out.",
        )
    conventions = conventions_of(checkout.tree.path)
    place = SuiteGround(
        level=confinement.level,
        interpreter=interpreter,
        tree=checkout.tree.path,
        tree_bytes=_size(checkout.tree.path),
        # A project that is installed is imported as it was built, and has what only a build makes.
        paths=() if found.packages else tuple(root for root in checkout.roots if root),
        packages=found.packages,
        options=conventions.options,
        test_seconds=wanted.test_seconds,
    )
    if wanted.installed:
        return replace(place, tree=None, tree_bytes=0, options=())
    return place


def _size(folder: Path) -> int:
    found = 0
    for place, _, names in os.walk(folder):
        found += sum(os.lstat(os.path.join(place, name)).st_size for name in names)
    return found


class _Collection:
    """One call: what is there, what is still to run, and when to stop."""

    def __init__(
        self,
        wanted: Wanted,
        checkout: Checkout,
        place: SuiteGround,
        identity: Identity,
        confinement: Confinement,
    ) -> None:
        self._wanted = wanted
        self._place = place
        self._identity = identity
        self._confinement = confinement
        self._file = wanted.out / file_name(identity.name, identity.version)
        self._merged = Merged(wanted.max_events)
        self._tests: Counter[str] = Counter()
        self._base = place.base or checkout.tree.path
        self._all = self._find_tests(checkout)
        self._notes: list[str] = [*([place.interpreter.note] if place.interpreter.note else [])]
        self._state = self._begin(checkout)

    def _find_tests(self, checkout: Checkout) -> list[str]:
        if self._place.tree is not None:
            conventions = conventions_of(checkout.tree.path)
            return files_with_tests(checkout.tree.path, conventions, self._wanted.tests)
        names = self._wanted.tests or tuple(name for name, _ in self._place.packages)
        return files_with_tests(self._base, conventions_of(checkout.tree.path), names)

    def _begin(self, checkout: Checkout) -> SuiteState:
        """Take up what an earlier call left, if it still fits."""
        python = self._place.interpreter
        fresh = SuiteState(
            key=f"{checkout.tree.key} {python.executable} {python.version_text} "
            f"{'installed' if self._place.tree is None else ''}".strip()
        )
        if self._wanted.again or not self._file.exists():
            return fresh
        try:
            header, files = read(self._file)
            known = SuiteState.from_header(header)
            if known.key != fresh.key:
                self._notes.append("the project or its Python has changed: all tests run again")
                return fresh
            self._merged.add_recorded(files)
        except BadEvents:
            self._notes.append(f"{self._file} cannot be read: all tests run again")
            self._merged = Merged(self._wanted.max_events)
            return fresh
        self._tests.update(header.tests)
        return known

    def run(self, listener: CollectListener) -> Collected:
        """Run what is still to run."""
        end = time.monotonic() + self._wanted.seconds
        waiting = self._state.waiting(self._all)
        #: Chunks that are to run as they are, since a larger one failed as a whole.
        groups: list[list[str]] = []
        share = self._share(len(waiting))
        while (waiting or groups) and not self._merged.is_full:
            left = end - time.monotonic()
            if left < _LEAST_LEFT_S:
                break
            tests = groups.pop() if groups else self._take(waiting)
            ran = run_chunk(
                self._place, tests, min(left, share), lambda ran: self._tell(listener, ran)
            )
            self._merged.add_run(ran, self._place)
            self._tests.update(ran.outcomes)
            parts = _by_folder(tests) if ran.ending is Ending.NOT_BEGUN else []
            if len(parts) > 1:
                groups += parts
            else:
                waiting += self._state.note(tests, ran)
            self._save()
            self._tell(listener, Ran())
        self._check()
        return self._collected()

    def _take(self, waiting: list[str]) -> list[str]:
        return take_chunk(waiting, self._wanted.chunk, self._base)

    def _share(self, files: int) -> float:
        """The time of one chunk: a slow one takes no more than twice what is its due."""
        chunks = max(1, math.ceil(files / self._wanted.chunk))
        if chunks == 1:
            return self._wanted.seconds
        return max(_LEAST_SHARE_S, 2 * self._wanted.seconds / chunks)

    def _tell(self, listener: CollectListener, ran: Ran) -> None:
        known = set(self._state.files) | ran.finished
        tests = sum(self._tests.values()) + sum(ran.outcomes.values())
        events = max(self._merged.events, ran.events)
        listener.ran(len(known & set(self._all)), len(self._all), tests, events)

    def _save(self) -> None:
        try:
            make_folder(self._wanted.out)
            ignoring = self._wanted.out / ".gitignore"
            if not ignoring.exists():
                write_file(ignoring, "*\n")
            write(self._file, self._header(), self._merged.recorded())
        except OSError as error:
            raise CannotWrite(
                f"The events cannot be written to {self._file}: {error.strerror}.",
                "Choose another folder with `--out`.",
            ) from error

    def _header(self) -> Header:
        return Header(
            project=self._identity.name,
            version=self._identity.version,
            python=self._place.interpreter.version_text,
            origin="observed",
            tests=dict(sorted(self._tests.items())),
            files=self._merged.files,
            events=self._merged.events,
            suite=self._state.to_json(),
        )

    def _check(self) -> None:
        """Raise when nothing came of it, although everything had its turn."""
        ran = self._tests["passed"] + self._tests["failed"]
        if ran and self._merged.events:
            return
        if self._state.waiting(self._all):
            return
        self._file.unlink(missing_ok=True)
        reasons = Counter(self._state.trouble(self._all).values())
        why = next((why for why, _ in reasons.most_common(1)), "all of their tests are skipped")
        if ran:
            why = "none of them ran code of the project"
        raise SuiteFailed(
            f"None of the {len(self._all)} test files gave results: {why}"
            f"{f' (and {len(reasons) - 1} other reasons)' if len(reasons) > 1 else ''}.",
            _hint(why, self._place.interpreter),
        )

    def _collected(self) -> Collected:
        trouble = self._state.trouble(self._all)
        left_out = [LeftOut(file, why) for file, why in sorted(trouble.items())]
        left_out += [LeftOut(file, why) for file, why in sorted(self._merged.dropped.items())]
        return Collected(
            file=self._file,
            header=self._header(),
            interpreter=self._place.interpreter,
            confinement=self._confinement,
            done=len(self._all) - len(trouble) - len(self._state.never_begun(self._all)),
            total=len(self._all),
            waiting=len(self._state.waiting(self._all)),
            left_out=tuple(left_out),
            is_full=self._merged.is_full,
            notes=tuple(self._notes),
        )


def _by_folder(tests: list[str]) -> list[list[str]]:
    """What shares a folder shares a conftest.py, which may be what is wrong."""
    found: dict[str, list[str]] = {}
    for test in tests:
        found.setdefault(os.path.dirname(test), []).append(test)
    return list(found.values())


def _hint(why: str, interpreter: Interpreter) -> str:
    _, _, missing = why.partition("No module named '")
    if missing:
        found = distribution_of(missing.partition("'")[0])
        if isinstance(found, Install):
            return f"Install what the tests need: `{install_line(interpreter, found.distribution)}`"
    return (
        f"Run them without swerve: `{interpreter.executable} -m pytest`. Use `--python` "
        "to choose another interpreter."
    )
