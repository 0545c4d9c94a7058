"""What does every process that runs the tests of a project do, whatever the tests do to it?

It reads its order, goes where the tests run, keeps them within their time, and tells what it sees.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sys
import time
from typing import Any

from ..core._deadline import Deadline
from ..core.waiting import starved

#: Out of the way of tests that close what they did not open.
HIGH_DESCRIPTOR = 500
#: Where the project is copied to, so that its tests may write, and where they start without one.
_COPY, _EMPTY = "tree", "empty"


class Log:
    """Lines for whoever gave the order."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR)
        os.close(descriptor)
        self._process = os.getpid()
        self._file = self._identity()

    def adopt(self) -> None:
        """Write for this process, which is a copy of the one before."""
        self._process = os.getpid()

    def tell(self, *lines: list[Any]) -> int:
        """Write lines, each whole; nothing in a test that forked and came back.

        Returns how many bytes that took.
        """
        if os.getpid() != self._process or self._identity() != self._file:
            return 0
        data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
        size = len(data)
        while data:
            data = data[os.write(self._descriptor, data) :]
        return size

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.fstat(self._descriptor)
        except OSError:
            return None
        return found.st_dev, found.st_ino


class TooLong(Deadline):
    """A test that takes more than its time."""


def clock(now: Any = time.monotonic) -> float:
    """The time, which tests cannot stop: those who do look for the function by what it is."""
    return now()  # type: ignore[no-any-return]


def spent() -> float:
    """The time without that in which there was no processor: a busy machine changes nothing."""
    return clock() - starved()


class Stopwatch:
    """Counts the work on tests, and that before them: on importing what they need."""

    def __init__(self) -> None:
        self._began = spent()
        self.before = 0.0

    def restart(self) -> None:
        """Tests begin."""
        self.before = self.seconds
        self._began = spent()

    def adopt(self) -> None:
        """Count for this process, which is a copy of the one before: tests begin."""
        self._began = spent()

    @property
    def seconds(self) -> float:
        """Of work on tests, so far."""
        return spent() - self._began


STOPWATCH = Stopwatch()


def arm(seconds: float) -> None:
    """Raise `TooLong` in whatever has computed for so long, and again every second.

    It may also wait for something: then after twice as long.
    """
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    signal.setitimer(signal.ITIMER_REAL, 2 * seconds, 1.0)


def disarm() -> None:
    """Raise nothing any more."""
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    signal.setitimer(signal.ITIMER_REAL, 0.0)


def _stop(number: int, frame: Any) -> None:
    raise TooLong("it took too long")


def is_chosen(test: str, chosen: frozenset[str] | None) -> bool:
    """Whether a test is named, or what it stands in: its file, its class, it with all parameters.

    All are chosen where that is None.
    """
    if chosen is None or test in chosen:
        return True
    inner, _, _ = test.partition("[")
    while inner and inner not in chosen:
        inner, _, _ = inner.rpartition("::")
    return bool(inner)


def begun(descriptor: int) -> tuple[Any, Log, str, list[str]]:
    """The order and the log, and where the tests run: the folder, and what is imported from."""
    with open(descriptor, encoding="utf-8") as file:
        order = json.load(file)
    return order, Log(order["out"]), *_stand(order)


def end(log: Log, status: int, is_out_of_time: bool) -> None:
    """Say how the tests ended, and end this process."""
    log.tell(["over", status, is_out_of_time, STOPWATCH.seconds, STOPWATCH.before])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads that the tests left behind are not waited for


def _stand(order: Any) -> tuple[str, list[str]]:
    """Go where the tests run: the folder, and what is imported from there.

    `instead` names files that are taken from elsewhere: path in the tree, and where it lies.
    """
    scratch = os.getcwd()
    if order["tree"] is None:
        folder = os.path.join(scratch, _EMPTY)
        os.mkdir(folder)
    else:
        folder = os.path.join(scratch, _COPY)
        shutil.copytree(order["tree"], folder, symlinks=True)
    for name, source in order.get("instead", ()):
        _put(source, os.path.join(folder, name))
    os.chdir(folder)
    os.environ["PWD"] = folder
    paths = [os.path.normpath(os.path.join(folder, path)) for path in order["paths"]]
    if paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    return folder, paths


def _put(source: str | None, place: str) -> None:
    """Copy a file to its place; take away what is there when there is none."""
    if os.path.lexists(place):
        os.unlink(place)
    if source is not None:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copy2(source, place, follow_symlinks=False)
