"""How do other processes of swerve call functions for this one?

They are started as `processes` says, which `multiprocessing` does not do. Functions, arguments and
results are pickled, among processes of ours in which no target code runs.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, ParamSpec, TypeVar

from swerve.worker.processes import NEUTRAL_FOLDER, SECRETS, own_environment, own_python

_P = ParamSpec("_P")
_T = TypeVar("_T")
#: How long a process that is sent away has to put things in order.
_IN_GOOD_ORDER_S = 2.0


class ProcessDied(Exception):
    """The process that was to call a function ended before it answered."""


@dataclass(frozen=True, slots=True)
class _Returned(Generic[_T]):
    value: _T


class Crew:
    """Processes that start when they are needed, and stay until this is closed."""

    def __init__(self, jobs: int) -> None:
        self._threads = ThreadPoolExecutor(jobs, "swerve-crew")
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._is_closed = False

    def submit(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Call a function in one of the processes; a process that dies fails this call alone."""
        # Here and not in a thread, while whoever calls this may go on changing what it passes.
        call = bytes(ForkingPickler.dumps((function, args, kwargs)))
        return self._threads.submit(self._call, call)

    def close(self, *, at_once: bool = False) -> None:
        """Let the processes go when they are done with what they do, or now."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            for process in self._busy if at_once else ():
                process.terminate()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in idle:
            process.close()

    def _call(self, call: bytes) -> Any:
        process = self._take()
        try:
            result = process.call(call)
        except ProcessDied:
            self._leave(process, is_alive=False)
            raise
        except BaseException:
            self._leave(process, is_alive=True)
            raise
        self._leave(process, is_alive=True)
        return result

    def _take(self) -> _Process:
        with self._lock:
            if self._is_closed:
                raise ProcessDied
            process = self._idle.pop() if self._idle else _Process()
            self._busy.add(process)
            return process

    def _leave(self, process: _Process, *, is_alive: bool) -> None:
        with self._lock:
            self._busy.discard(process)
            if is_alive and not self._is_closed:
                self._idle.append(process)
                return
        process.close()


class _Process:
    """One process that calls functions."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._connection = Connection(ours.detach())
            self._process = subprocess.Popen(
                own_python(__name__, str(theirs.fileno())),
                cwd=NEUTRAL_FOLDER,
                env=own_environment(*SECRETS),
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
            )

    def call(self, call: bytes) -> Any:
        try:
            self._connection.send_bytes(call)
            answer: _Returned[Any] | Exception = self._connection.recv()
        except (EOFError, OSError) as ended:
            raise ProcessDied from ended
        if isinstance(answer, Exception):
            raise answer
        return answer.value

    def terminate(self) -> None:
        self._process.terminate()

    def close(self) -> None:
        """Take leave of it: without somebody to listen to, it ends."""
        self._connection.close()
        self._process.wait()


def main(descriptor: str) -> None:
    """Call functions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    signal.signal(signal.SIGTERM, _end)
    connection = Connection(int(descriptor))
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, args, kwargs = connection.recv()
            answer: _Returned[object] | Exception
            try:
                answer = _Returned(function(*args, **kwargs))
            except Exception as error:
                answer = error
            connection.send(answer)


def _end(*_: object) -> None:
    """Leave what is being done in good order: workers are ended, and their folders go."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # Python swallows what is raised while it collects garbage.
    end = threading.Timer(_IN_GOOD_ORDER_S, os._exit, (1,))
    end.daemon = True
    end.start()
    raise SystemExit(1)
