"""Run tests of a project with every read of its code recorded.

    python _suite.py DESCRIPTOR

Runs inside the environment of the project, in a cell: standard library and pytest only. The order
that is read from the descriptor is JSON: see `_order_for` in `swerve.learn.collect._chunk`. What
was seen is written to another descriptor, one line of JSON each time: whoever ends this process has
all up to there.
"""

from __future__ import annotations

import ast
import builtins
import fcntl
import json
import os
import shutil
import signal
import sys
import time
from binascii import crc32
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

#: A pause between two writings: at least this, and so many times what the last one took.
_PAUSE_S, _PAUSE_FACTOR = 1.0, 10.0
#: Beside the time of a test, for a file with tests to be imported.
_IMPORT_S = 30.0
#: Out of the way of tests that close what they did not open.
_HIGH_DESCRIPTOR = 500
#: Longer files are tables.
_LARGEST_FILE = 1_000_000
_LONGEST_REASON = 300
#: Where the project is copied to, so that its tests may write, and where they start without one.
_COPY, _EMPTY = "tree", "empty"
#: Exit status of pytest when something in it broke.
_BROKE = 3
_OPTIONS = (
    *("-q", "--tb=no", "--assert=plain", "--continue-on-collection-errors", "-W", "ignore"),
    *("-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:timeout"),
    *("-o", "addopts=", "-o", "filterwarnings=", "-o", "required_plugins="),
)


class TooLong(BaseException):
    """A test that takes more than its time."""


def _clock(now: Any = time.monotonic) -> float:
    """The time, which tests cannot stop: those who do look for the function by what it is."""
    return now()  # type: ignore[no-any-return]


# --- what is told ---------------------------------------------------------------------------------


class Log:
    """Lines for whoever gave the order."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGH_DESCRIPTOR)
        os.close(descriptor)
        self._process = os.getpid()
        self._file = self._identity()

    def tell(self, *lines: list[Any]) -> None:
        """Write lines, each whole; nothing in a test that forked and came back."""
        if os.getpid() != self._process or self._identity() != self._file:
            return
        data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
        while data:
            data = data[os.write(self._descriptor, data) :]

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.fstat(self._descriptor)
        except OSError:
            return None
        return found.st_dev, found.st_ino


class Seen:
    """What the code of the project has read, told when it is more than before."""

    def __init__(self, log: Log, recording: Any, sums: dict[str, int]) -> None:
        self.outcomes: dict[str, int] = {}
        self._log = log
        self._recording = recording
        self._sums = sums
        self._told: dict[Any, dict[str, int]] = {}
        self._next = _clock() + _PAUSE_S

    def tell_now_and_then(self) -> None:
        """Tell it if the last time is a while ago."""
        if _clock() > self._next:
            self.tell()

    def tell(self) -> None:
        """Tell what is new, with how often it was seen in all."""
        start = _clock()
        found: dict[str, list[Any]] = {}
        for place, counts in self._recording.events():
            if self._told.get(place) != counts:
                self._told[place] = counts
                found.setdefault(place[0], []).append([*place[1:], counts])
        lines = [["events", file, self._sums[file], rows] for file, rows in found.items()]
        self._log.tell(*lines, ["outcomes", self.outcomes])
        self._next = _clock() + max(_PAUSE_S, _PAUSE_FACTOR * (_clock() - start))


# --- pytest ---------------------------------------------------------------------------------------


class Progress:
    """A pytest plugin: keeps the suite within its limits, and tells how far it is."""

    def __init__(self, order: Any, base: str, log: Log, seen: Seen, kind: Any) -> None:
        self.is_out_of_time = False
        #: What a file is to pytest.
        self._kind = kind
        self._base = os.path.join(os.path.realpath(base), "")
        self._tests = frozenset(order["tests"])
        self._test_s = order["test_seconds"]
        self._end = _clock() + order["seconds"]
        self._log = log
        self._seen = seen
        self._imported: set[str] = set()
        #: Tests that are still to run, for each file.
        self._left: dict[str, int] = {}

    def pytest_make_collect_report(self, collector: Any) -> Any:
        """A file is imported."""
        file = self._file_of(collector)
        if file not in self._tests or not isinstance(collector, self._kind):
            yield
            return
        self._log.tell(["test", file, ""])
        _arm(self._test_s + _IMPORT_S)
        outcome = yield
        _disarm()
        report = outcome.get_result()
        self._imported.add(file)
        if report.outcome == "failed":
            self._log.tell(["broken", file, _reason(report.longrepr)])
        self._seen.tell_now_and_then()

    def pytest_collection_finish(self, session: Any) -> None:
        """All is imported, or one of them has ended that."""
        for item in session.items:
            file = self._file_of(item)
            self._left[file] = self._left.get(file, 0) + 1
        self._seen.tell()
        self._log.tell(*(["finished", file] for file in sorted(self._imported - self._left.keys())))

    def pytest_runtest_protocol(self, item: Any) -> Any:
        """A test runs, with all that is around it."""
        file = self._file_of(item)
        self._log.tell(["test", file, item.name])
        yield
        _disarm()
        self._left[file] = self._left.get(file, 1) - 1
        if not self._left[file]:
            self._log.tell(["finished", file])
        self._seen.tell_now_and_then()
        if _clock() > self._end and any(self._left.values()):
            self.is_out_of_time = True
            item.session.shouldstop = "out of time"

    def pytest_runtest_setup(self) -> Any:
        """No test takes the time of all."""
        yield from self._limited()

    def pytest_runtest_call(self) -> Any:
        """As its setup."""
        yield from self._limited()

    def pytest_runtest_teardown(self) -> Any:
        """As its setup."""
        yield from self._limited()

    def _limited(self) -> Any:
        _arm(self._test_s)
        yield
        _disarm()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """How did a test end?"""
        if report.when == "call" or report.outcome != "passed":
            self._seen.outcomes[report.outcome] = self._seen.outcomes.get(report.outcome, 0) + 1

    def _file_of(self, node: Any) -> str:
        path = os.path.realpath(str(getattr(node, "path", None) or getattr(node, "fspath", "")))
        return path[len(self._base) :] if path.startswith(self._base) else path


_AROUND = ("make_collect_report", "runtest_protocol", "runtest_setup", "runtest_call")


def _arm(seconds: float) -> None:
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)


def _disarm() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def _stop(number: int, frame: Any) -> None:
    raise TooLong("it took too long")


def _reason(longrepr: Any) -> str:
    """The last line of what pytest has to say: mostly the exception."""
    lines = [line.removeprefix("E ").strip() for line in str(longrepr).splitlines()]
    return next((line for line in reversed(lines) if line), "")[:_LONGEST_REASON]


# --- imports --------------------------------------------------------------------------------------


class Rewriting:
    """Loads code below some places rewritten, however it is imported."""

    def __init__(self, roots: list[Any], recording: Any) -> None:
        #: Name of each file that was rewritten, and a sum over its content; 0 when it changed.
        self.sums: dict[str, int] = {}
        self._roots = [(os.path.realpath(place), name) for place, name in roots]
        self._recording = recording

    def begin(self) -> None:
        """From here on. By the loader: pytest and tests make loaders past all finders."""
        plain = SourceFileLoader.get_code

        def get_code(loader: Any, fullname: str) -> Any:
            code = self._code(loader.path) if type(loader) is SourceFileLoader else None
            return plain(loader, fullname) if code is None else code

        setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 - not as its type has it

    def _code(self, path: str) -> Any:
        """The code of a module, rewritten; None for one that is not, or too much for it."""
        file = self._name_of(os.path.realpath(path))
        if file is None:
            return None
        try:
            with open(path, "rb") as opened:
                data = opened.read(_LARGEST_FILE)
            if len(data) == _LARGEST_FILE:
                return None
            tree = self._recording.rewritten(ast.parse(data, path), file)
            code = compile(tree, path, "exec", dont_inherit=True)
        except (OSError, RecursionError, MemoryError, SyntaxError, ValueError):
            return None
        known = crc32(data) or 1
        self.sums[file] = known if self.sums.get(file, known) == known else 0
        return code

    def _name_of(self, path: str) -> str | None:
        for place, name in self._roots:
            if path == place:
                return name  # type: ignore[no-any-return]
            if path.startswith(os.path.join(place, "")):
                return os.path.join(name, path[len(place) + 1 :])
        return None


def _recorder() -> Any:
    """The module beside this one, under a name that no project has."""
    place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_recording.py")
    spec = spec_from_file_location("_swerve_recording", place)
    if spec is None or spec.loader is None:
        raise ImportError(place)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(builtins, module.RECORDER, module.record)
    setattr(builtins, module.RECORDER_OF_ITEMS, module.record_item)
    return module


# --- all of it ------------------------------------------------------------------------------------


def _stand(order: Any) -> tuple[str, list[str]]:
    """Go where the tests run: the folder, and what is imported from there."""
    scratch = os.getcwd()
    if order["tree"] is None:
        folder = os.path.join(scratch, _EMPTY)
        os.mkdir(folder)
    else:
        folder = os.path.join(scratch, _COPY)
        shutil.copytree(order["tree"], folder, symlinks=True)
    os.chdir(folder)
    os.environ["PWD"] = folder
    paths = [os.path.normpath(os.path.join(folder, path)) for path in order["paths"]]
    if paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    return folder, paths


def main() -> int:
    """Run the tests."""
    with open(int(sys.argv[1]), encoding="utf-8") as file:
        order = json.load(file)
    log = Log(order["out"])
    folder, paths = _stand(order)
    sys.path[:1] = [*paths, folder]
    recording = _recorder()
    rewriting = Rewriting([[folder, ""], *order["roots"]], recording)
    rewriting.begin()
    import pytest

    for name in (*_AROUND, "runtest_teardown"):
        pytest.hookimpl(hookwrapper=True, tryfirst=True)(getattr(Progress, f"pytest_{name}"))
    seen = Seen(log, recording, rewriting.sums)
    base = order["base"] or folder
    progress = Progress(order, base, log, seen, pytest.File)
    tests = [os.path.join(base, test) for test in order["tests"]]
    sys.argv = ["pytest"]
    log.tell(["ready"])
    try:
        status = int(pytest.main([*_OPTIONS, *order["options"], *tests], plugins=[progress]))
    except BaseException as error:  # pytest itself: a test took its folder away, for example
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        status = _BROKE
    _disarm()
    seen.tell()
    log.tell(["over", status, progress.is_out_of_time])
    return status


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads that the tests left behind are not waited for
