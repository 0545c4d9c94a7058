"""How is one unit tried, so that it can be killed and nothing else is lost with it?"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress

from swerve.campaign._outcome import Cost, Done, Failed, Lost, Outcome
from swerve.campaign._unit import Unit
from swerve.campaign._unit_process import LENGTH
from swerve.github import TOKEN_VARIABLES
from swerve.worker._descendants import descendants, end_processes

#: Loading swerve takes half a second: a process is kept for the next unit, though not for ever.
_MOST_UNITS = 200
_MOST_RESIDENT_BYTES = 500_000_000
#: Nothing is loaded from the folder that a campaign was started in.
_PROGRAM = (
    "import sys; sys.path[:] = filter(None, sys.path); "
    "from swerve.campaign._unit_process import main; main(int(sys.argv[1]))"
)
#: Target code is about to run below, and at some levels of the sandbox sees the environment.
_SECRETS = frozenset((*TOKEN_VARIABLES, "PGPASSWORD", "SWERVE_STORE"))
#: What is kept of a log: its end.
_LOG_BYTES = 8_000
_PAUSE_S = 1.0
_CHUNK_BYTES = 1 << 16
#: What ended a process by itself, in words.
_KILLED = {-9: "killed (out of memory?)", -11: "a segmentation fault", -6: "an abort"}


def work(unit: Unit, deadline_s: float) -> Outcome:
    """Try one unit in a process of its own, and kill that at the deadline.

    The process may have tried others before: it is kept warm in this one, for whichever thread
    comes next. Whatever goes wrong with the unit is `Failed`; nothing is raised. `Lost` only
    after `dismiss`.
    """
    try:
        process = _IDLE.take()
    except OSError as error:  # too many processes or files: not for ever, and not the unit's doing
        time.sleep(_PAUSE_S)
        return Lost(f"no process could be started for it: {error.strerror or error}")
    started = time.monotonic()
    try:
        outcome = process.answer(unit, started + deadline_s)
    except _Silent as silent:
        log = process.log()
        process.end()
        seconds = time.monotonic() - started
        if process.is_dismissed:
            return Lost("it was stopped", log)
        why = silent.why or f"not done after {deadline_s:g} s"
        return Failed(why, log, seconds)
    except BaseException:
        process.end()
        raise
    finally:
        _IDLE.put_back(process)
    return outcome


def dismiss() -> None:
    """End every unit that is being tried by this process, and the processes kept for others."""
    _IDLE.dismiss()


class _Silent(Exception):
    """A unit's process did not answer."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        #: Empty where it was still busy at the deadline.
        self.why = why


class _Process:
    """One process that tries units."""

    def __init__(self) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the process)
        self._log_read = 0
        answers, theirs = os.pipe()
        environment = {key: value for key, value in os.environ.items() if key not in _SECRETS}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(theirs)],
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            pass_fds=(theirs,),
            env={**environment, "PYTHONHASHSEED": "0"},
            start_new_session=True,  # Ctrl-C is for the campaign, and its end is the group's
        )
        os.close(theirs)
        self._answers = answers
        self._units = 0
        self._resident_bytes = 0
        self.is_dismissed = False

    @property
    def is_fresh(self) -> bool:
        """Whether it can take another unit."""
        return (
            self._process.poll() is None
            and not self.is_dismissed
            and self._units < _MOST_UNITS
            and self._resident_bytes < _MOST_RESIDENT_BYTES
        )

    def answer(self, unit: Unit, until: float) -> Outcome:
        """Have a unit tried."""
        data = pickle.dumps(unit)
        self._units += 1
        stream = self._process.stdin
        if stream is None:
            raise AssertionError("it has a pipe")
        try:
            stream.write(LENGTH.pack(len(data)) + data)
            stream.flush()
        except OSError:
            raise _Silent(self._ending()) from None
        head, rest = self._read_line(until)
        header = json.loads(head)
        while len(rest) < header["bytes"]:
            rest += self._read(until)
        return self._outcome(header, rest)

    def _outcome(self, header: Mapping[str, object], report: bytes) -> Outcome:
        numbers = {key: value for key, value in header.items() if isinstance(value, int | float)}
        self._resident_bytes = int(numbers["resident_bytes"])
        seconds = float(numbers["seconds"])
        cost = Cost(float(numbers["cpu_s"]), int(numbers["peak_bytes"]))
        if header["why"]:
            return Failed(str(header["why"]), self.log(), seconds, cost)
        return Done(report, self.log(), seconds, cost)

    def _read_line(self, until: float) -> tuple[bytes, bytes]:
        data = b""
        while b"\n" not in data:
            data += self._read(until)
        head, _, rest = data.partition(b"\n")
        return head, rest

    def _read(self, until: float) -> bytes:
        left = until - time.monotonic()
        if left <= 0 or not select.select([self._answers], [], [], left)[0]:
            raise _Silent("")
        data = os.read(self._answers, _CHUNK_BYTES)
        if not data:
            raise _Silent(self._ending())
        return data

    def _ending(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        status = self._process.returncode
        if status is None:
            return "its process stopped answering"
        return f"its process ended: {_KILLED.get(status, f'status {status}')}"

    def log(self) -> str:
        """What was written since it was last asked for: the end of it."""
        end = os.lseek(self._log.fileno(), 0, os.SEEK_END)
        start = max(self._log_read, end - _LOG_BYTES)
        data = os.pread(self._log.fileno(), end - start, start)
        self._log_read = end
        return data.decode("utf-8", "replace")

    def end(self) -> None:
        """Kill it with everything below it, whatever group or session that is in."""
        pid = self._process.pid
        if self._process.poll() is None:
            end_processes(lambda: [pid, *descendants(pid)], reap=False)
            with suppress(OSError):
                os.killpg(pid, 9)  # all there is where /proc is not
        self._process.wait()

    def close(self) -> None:
        """Let go of it, ended or not: without its standard input it ends itself."""
        self.end()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        os.close(self._answers)
        self._log.close()


class _Idle:
    """Processes that wait for a unit, and those that have one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[_Process] = []
        self._busy: set[_Process] = set()

    def take(self) -> _Process:
        with self._lock:
            while self._waiting:
                process = self._waiting.pop()
                if process.is_fresh:
                    self._busy.add(process)
                    return process
                process.close()
            process = _Process()
            self._busy.add(process)
            return process

    def put_back(self, process: _Process) -> None:
        with self._lock:
            self._busy.discard(process)
            if process.is_fresh:
                self._waiting.append(process)
                return
        process.close()

    def dismiss(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
            for process in self._busy:
                process.is_dismissed = True
                process.end()
        for process in waiting:
            process.close()


_IDLE = _Idle()
atexit.register(dismiss)
