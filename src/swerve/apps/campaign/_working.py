"""Who tries units, and how, so that one can be killed and nothing else is lost with it?"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Protocol

from swerve.model.campaign import Unit
from swerve.worker.core.descendants import descendants, end_processes
from swerve.worker.processes import NEUTRAL_FOLDER, SECRETS, own_environment, own_python

from ._unit import Cost, Done, Failed, Lost, Outcome
from ._unit_process import ARRIVED, LENGTH

#: Loading swerve takes half a second: a process is kept for the next unit, though not for ever.
_MOST_UNITS = 200
_MOST_RESIDENT_BYTES = 500_000_000
#: Target code is about to run below, and at some levels of the sandbox sees the environment. A unit
#: may ask a language model.
_SECRETS = tuple(name for name in SECRETS if name not in ("SWERVE_LLM_KEY", "OPENAI_API_KEY"))
#: What is kept of a log: its end.
_LOG_BYTES = 8_000
_PAUSE_S = 1.0
#: Processes that a unit does not even reach, one after the other.
_MOST_STARTS = 3
_CHUNK_BYTES = 1 << 16
#: What ended a process by itself, in words.
_KILLED = {-9: "killed (out of memory?)", -11: "a segmentation fault", -6: "an abort"}


def work(unit: Unit, deadline_s: float) -> Outcome:
    """Try one unit in a process of its own, and kill that at the deadline.

    The process may have tried others before: it is kept warm in this one, for whichever thread
    comes next. Whatever goes wrong with the unit is `Failed`; nothing is raised. `Lost` where no
    process could be started, or `dismiss` ended it.
    """
    started = time.monotonic()
    for _ in range(_MOST_STARTS):
        try:
            process = _IDLE.take()
        except OSError as error:  # too many processes or files
            why = error.strerror or str(error)
            break
        try:
            return process.answer(unit, started + deadline_s)
        except _Silent as silent:
            log = process.log()
            process.end()
            if process.is_dismissed:
                return Lost("it was stopped", log)
            why = silent.why or f"not finished after {deadline_s:g} s"
            if silent.has_unit:
                return Failed(why, log, time.monotonic() - started)
        except BaseException:
            process.end()
            raise
        finally:
            _IDLE.put_back(process)
    time.sleep(_PAUSE_S)  # whatever is wrong here, it is not the unit
    return Lost(f"no process could be started for it: {why}")


def dismiss() -> None:
    """End every unit that is being tried by this process, and the processes kept for others."""
    _IDLE.dismiss()


class _Silent(Exception):
    """A unit's process did not answer."""

    def __init__(self, why: str, *, has_unit: bool) -> None:
        super().__init__(why)
        #: Empty where it was still busy at the deadline.
        self.why = why
        #: Whether the unit may be the reason: one that died while it waited never had it.
        self.has_unit = has_unit


class _Process:
    """One process that tries units."""

    def __init__(self) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the process)
        self._log_read = 0
        # What is killed cannot clear up behind itself.
        self._folder = tempfile.mkdtemp(prefix="swerve-unit-")
        answers, theirs = os.pipe()
        self._answers = answers
        try:
            self._process = subprocess.Popen(
                own_python("swerve.apps.campaign._unit_process", str(theirs), self._folder),
                cwd=NEUTRAL_FOLDER,
                stdin=subprocess.PIPE,
                stdout=self._log,
                stderr=self._log,
                pass_fds=(theirs,),
                env=own_environment(*_SECRETS, PYTHONHASHSEED="0", TMPDIR=self._folder),
                start_new_session=True,  # Ctrl-C is for the campaign, and its end is the group's
            )
        except BaseException:
            self._let_go()
            raise
        finally:
            os.close(theirs)
        self._heard = b""
        self._units = 0
        self._has_unit = False
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
        self._has_unit = False
        stream = self._process.stdin
        if stream is None:
            raise AssertionError("it has a pipe")
        try:
            stream.write(LENGTH.pack(len(data)) + data)
            stream.flush()
        except OSError:
            raise self._silence(self._ending()) from None
        self._read_bytes(len(ARRIVED), until)
        self._has_unit = True
        header = json.loads(self._read_line(until))
        return self._outcome(header, self._read_bytes(header["bytes"], until))

    def _outcome(self, header: Mapping[str, object], report: bytes) -> Outcome:
        numbers = {key: value for key, value in header.items() if isinstance(value, int | float)}
        self._resident_bytes = int(numbers["resident_bytes"])
        seconds = float(numbers["seconds"])
        cost = Cost(float(numbers["cpu_s"]), int(numbers["peak_bytes"]))
        if header["why"]:
            return Failed(str(header["why"]), self.log(), seconds, cost)
        return Done(report, self.log(), seconds, cost)

    def _read_line(self, until: float) -> bytes:
        while b"\n" not in self._heard:
            self._hear(until)
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _read_bytes(self, count: int, until: float) -> bytes:
        while len(self._heard) < count:
            self._hear(until)
        data, self._heard = self._heard[:count], self._heard[count:]
        return data

    def _hear(self, until: float) -> None:
        left = until - time.monotonic()
        if left <= 0 or not select.select([self._answers], [], [], left)[0]:
            raise self._silence("")
        data = os.read(self._answers, _CHUNK_BYTES)
        if not data:
            raise self._silence(self._ending())
        self._heard += data

    def _silence(self, why: str) -> _Silent:
        return _Silent(why, has_unit=self._has_unit)

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
        self._let_go()

    def _let_go(self) -> None:
        os.close(self._answers)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)


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


class Crew(Protocol):
    """Tries units. It writes nothing to the store: the campaign does, with what comes out here."""

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        """Try units, and tell how each ended as soon as it did, in any order.

        Whoever iterates also pulls from `units`, in the same thread; pulling one records that it
        is being tried, so no more are pulled than can be started about now. Every unit that was
        pulled comes out exactly once. `units` may end while some are being tried: those still
        come out, and the same crew may be asked again afterwards.
        """
        ...

    def close(self) -> None:
        """End what is still being tried, at once, and everything that was started for it."""
        ...


class LocalCrew:
    """Processes of this machine."""

    def __init__(self, jobs: int, deadline_s: float) -> None:
        self._jobs = jobs
        self._deadline_s = deadline_s

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        """Try units, so many at a time."""
        source = iter(units)
        is_exhausted = False
        trying: dict[Future[Outcome], Unit] = {}
        pool = ThreadPoolExecutor(self._jobs, thread_name_prefix="unit")
        try:
            while trying or not is_exhausted:
                while not is_exhausted and len(trying) < self._jobs:
                    unit = next(source, None)
                    if unit is None:
                        is_exhausted = True
                    else:
                        trying[pool.submit(work, unit, self._deadline_s)] = unit
                for future in wait(trying, return_when=FIRST_COMPLETED).done:
                    yield trying.pop(future), future.result()
        finally:
            if trying:  # nobody wants the rest
                dismiss()
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """End what is still being tried."""
        dismiss()
