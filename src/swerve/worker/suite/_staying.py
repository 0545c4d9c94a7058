"""How does a process that has imported tests stay, so that some of them can run once more?

It never runs a test itself: copies of it do, one after the other. Whoever gave the order says more
in lines:

    ["limit", seconds]           the tests that run have so much time left
    ["again", {"chosen": [test, ...], "seconds": ..., "varies": ...}]
                                 some of the tests run once more, in a new copy

At the end of those lines the process ends. It tells

    ["stays"]                    copies run the tests
    ["ended", status]            a copy has ended
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from typing import Any

from ._process import HIGH_DESCRIPTOR, STOPWATCH, Log, clock

_TASKS = "/proc/self/task"
_LOOK_S = 0.01


class Files:
    """What a folder holds before tests run, which leave more behind."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._before = dict(self._found())

    def are_as_before(self) -> bool:
        """Take away what was added; whether all else is what it was."""
        try:
            now = dict(self._found())
            for path in sorted(now.keys() - self._before.keys(), reverse=True):
                (os.rmdir if stat.S_ISDIR(now.pop(path)[0]) else os.unlink)(path)
        except OSError:
            return False
        return now == self._before

    def _found(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        for place, folders, names in os.walk(self._folder):
            for name in folders:
                path = os.path.join(place, name)
                yield path, (os.lstat(path).st_mode,)
            for name in names:
                path = os.path.join(place, name)
                found = os.lstat(path)
                yield path, (found.st_mode, found.st_mtime_ns, found.st_size)


class Wishes:
    """What is said to a process that stays, line by line."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR)
        os.close(descriptor)
        self._rest = b""

    def within(self, seconds: float) -> Any:
        """What is said in so many seconds; None where it is nothing."""
        ready, _, _ = select.select([self._descriptor], [], [], seconds)
        return self.next() if ready or b"\n" in self._rest else None

    def next(self) -> Any:
        """Wait for what is said next. Where nobody is left to say it, this process ends."""
        while b"\n" not in self._rest:
            data = os.read(self._descriptor, 1 << 16)
            if not data:
                os._exit(0)
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def next_again(self) -> Any:
        """Wait until tests are to run once more: which, and how."""
        said = self.next()
        while said[0] != "again":  # it came too late
            said = self.next()
        return said[1]


def can_stay() -> bool:
    """Whether a copy of this process is like it: threads are not copied."""
    try:
        tasks = len(os.listdir(_TASKS))
    except OSError:
        tasks = 1
    return max(tasks, threading.active_count()) == 1


def is_copy(log: Log, wishes: Wishes) -> bool:
    """Make a copy of this process: whether this is it. The other one waits until it has ended."""
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if not process:
        os.setpgid(0, 0)
        log.adopt()
        STOPWATCH.adopt()
        return True
    with contextlib.suppress(OSError):  # it has done so, or ended
        os.setpgid(process, process)
    began = clock()
    limit = None
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            break
        said = wishes.within(_LOOK_S)
        if said is not None and said[0] == "limit":
            limit = clock() + said[1]
        if limit is not None and clock() > limit:
            limit = None
            _end_all(process)
            log.tell(["over", 0, True, clock() - began, STOPWATCH.before])
    _end_all(process)
    is_killed = os.WIFSIGNALED(status)
    log.tell(["ended", -os.WTERMSIG(status) if is_killed else os.WEXITSTATUS(status)])
    return False


def _end_all(process: int) -> None:
    """End a copy, and what it has started."""
    with contextlib.suppress(OSError):  # all have ended
        os.killpg(process, signal.SIGKILL)
