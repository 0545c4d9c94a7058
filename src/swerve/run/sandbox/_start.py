"""How does a program start inside a cell, and how does everything in it end?"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, TypeAlias

from swerve.model.errors import SandboxMissing
from swerve.model.leftovers import make_folder
from swerve.worker.core.descendants import descendants, end_processes, session_members
from swerve.worker.core.emptying import remove_folder
from swerve.worker.core.scratch import Scratch

from ._bubblewrap import find_bubblewrap, inspect_bubblewrap, words_for
from ._cell import Cell, Level, surroundings
from ._cgroup import Group, open_group
from ._orders import Orders, launch_words, limits_for, stage_for

_LAST_WORDS_BYTES = 4000
#: As in `swerve.meaning.llm`, which takes a while to load; a test holds them together.
_KEY = "SWERVE_LLM_KEY"
#: Bubblewrap says who its first process is before it does anything else.
_PATIENCE_S = 5.0


@dataclass(slots=True, eq=False)
class Confined:
    """A program that runs in a cell, with everything it has started."""

    level: Level
    #: The scratch folder as seen from inside; it holds `home` and `tmp`.
    scratch: str
    _process: subprocess.Popen[bytes]
    _mounts: tuple[tuple[Path, str], ...]
    #: What the program and bubblewrap wrote to a stderr that nobody asked for.
    _said: IO[bytes]
    _group: Group | None = None
    #: A descriptor for the first process of the cell's own namespace; all others end with it.
    _init: Future[int | None] | None = None
    _last_words: str = ""
    _is_over: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def pid(self) -> int:
        """The process that was started; at level strict it is bubblewrap's."""
        return self._process.pid

    def inside(self, path: Path | str) -> str:
        """Where a path of the host is seen from inside."""
        return _inside(self.level, self._mounts, path)

    def is_alive(self) -> bool:
        """Whether the program runs. Others that it has started may outlive it until `kill`."""
        return _status(self._process) is None

    def wait(self, timeout_s: float | None = None) -> int | None:
        """The exit status of the program (negative: a signal); None when it still runs by then."""
        _wait_until_ended(self._process, timeout_s)
        return _status(self._process)

    def run_out(self, timeout_s: float) -> tuple[int | None, str]:
        """As `wait`, with the last words of the program; then the cell is ended."""
        try:
            return self.wait(timeout_s), self.last_words()
        finally:
            self.kill()

    def kill(self) -> bool:
        """End every process of the cell and remove its traces; False when something is left.

        May be called again, and after the program has ended by itself.
        """
        with self._lock:
            if self._is_over:
                return True
            if self.level is Level.STRICT:
                is_gone = self._end_namespace()
            else:
                is_gone = end_processes(self._members, reap=False, patience_s=_PATIENCE_S)
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)  # all there is where /proc is not
            self._process.kill()
            self._process.wait()
            if self._group is not None:
                is_gone = self._end_group() and is_gone
            if self.level is not Level.STRICT:
                is_gone = remove_folder(self.scratch) and is_gone
            self.last_words()
            self._said.close()
            self._is_over = is_gone
            return is_gone

    def last_words(self) -> str:
        """The end of what was written to stderr, for a person to read."""
        if not self._said.closed:
            size = self._said.seek(0, os.SEEK_END)
            self._said.seek(max(0, size - _LAST_WORDS_BYTES))
            words = self._said.read(_LAST_WORDS_BYTES)
            self._last_words = words.decode("utf-8", "replace").strip()
        return self._last_words

    def out_of_memory(self) -> int:
        """How many processes the kernel has killed for want of memory; 0 without a cgroup."""
        return 0 if self._group is None else self._group.out_of_memory()

    def refused_tasks(self) -> int:
        """How often the kernel refused a process or thread; 0 without a cgroup."""
        return 0 if self._group is None else self._group.refused_tasks()

    def _members(self) -> list[int]:
        pid = self._process.pid
        found = {*descendants(pid), *session_members(pid)}
        if self._group is not None:
            found.update(self._group.processes())
        if self.is_alive():
            found.add(pid)
        return sorted(found)

    def _end_namespace(self) -> bool:
        """Kill the first process of the pid namespace: all others are gone before it is."""
        init = None if self._init is None else self._init.result()
        self._init = None
        if init is None:
            return True
        try:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(init, signal.SIGKILL)
            return _is_ready(init, _PATIENCE_S)
        finally:
            os.close(init)

    def _end_group(self) -> bool:
        assert self._group is not None  # noqa: S101 - for the type checker
        end_processes(self._group.processes, reap=False, patience_s=_PATIENCE_S)
        return self._group.remove()


def start(
    level: Level,
    cell: Cell,
    argv: Sequence[str],
    pass_fds: Sequence[int] = (),
    *,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
) -> Confined:
    """Start a program in a cell. Its words are paths and names as seen from inside.

    The program reads nothing on stdin, and what it writes is kept for `last_words`, unless other
    descriptors are given. It ends with swerve. Whether it really started shows when it speaks.
    """
    if level is Level.STRICT:
        return _start_strict(cell, tuple(argv), tuple(pass_fds), (stdin, stdout, stderr))
    return _start_plain(level, cell, tuple(argv), tuple(pass_fds), (stdin, stdout, stderr))


_Streams: TypeAlias = tuple[int | None, int | None, int | None]


def _start_strict(
    cell: Cell, argv: tuple[str, ...], pass_fds: tuple[int, ...], streams: _Streams
) -> Confined:
    program = find_bubblewrap()
    if program is None:
        raise SandboxMissing(
            "bubblewrap is no longer installed.", "`swerve doctor` shows how to get it."
        )
    bwrap = inspect_bubblewrap(program)
    mounts = (*cell.read_only, *cell.writable)
    folder = cell.working_folder or cell.scratch
    stage = stage_for(cell, program)
    with contextlib.ExitStack() as opened:
        data: list[int] = []

        def open_data(content: bytes) -> int:
            file = opened.enter_context(tempfile.TemporaryFile())
            file.write(content)
            file.flush()
            file.seek(0)
            data.append(file.fileno())
            return file.fileno()

        def shown(host: Path | str) -> Path:
            return Path(host) if stage is None else stage.path_of(host)

        inside = replace(
            cell,
            read_only=tuple((shown(host), path) for host, path in cell.read_only),
            writable=tuple((shown(host), path) for host, path in cell.writable),
            working_folder=folder,
            environment={**surroundings(cell.scratch, folder), **cell.environment},
        )
        told, telling = os.pipe()
        opened.callback(os.close, telling)
        words = [*words_for(bwrap, inside, open_data), "--info-fd", str(telling)]
        # Words that come through a descriptor cannot be read in /proc/1/cmdline from inside.
        arguments = open_data(b"".join(os.fsencode(word) + b"\0" for word in words))
        group = open_group(cell.limits)
        orders = Orders(
            argv=(str(shown(program)), "--args", str(arguments), "--", *argv),
            # Inside, /proc/1/environ shows what bubblewrap was started with.
            environment={},
            folder="/",
            limits=limits_for(cell.limits, is_root=os.geteuid() == 0),
            is_aligned=cell.is_aligned,
            doors=() if group is None else group.doors,
            stage=stage,
        )
        process, said = _launch(orders, (*pass_fds, telling, *data), streams)
    init = _listeners().submit(_find_init, told, process.pid)
    return Confined(Level.STRICT, cell.scratch, process, mounts, said, group, init)


def _start_plain(
    level: Level,
    cell: Cell,
    argv: tuple[str, ...],
    pass_fds: tuple[int, ...],
    streams: _Streams,
) -> Confined:
    scratch = open_scratch()
    mounts = (*cell.read_only, *cell.writable)
    folder = scratch if cell.working_folder is None else _outside(mounts, cell.working_folder)
    is_confined = level is not Level.NONE
    own = surroundings(scratch, folder) if is_confined else _environment()
    environment = {**own, **cell.environment}
    group = open_group(cell.limits) if is_confined else None
    is_root = os.geteuid() == 0
    orders = Orders(
        argv=(shutil.which(argv[0], path=environment.get("PATH")) or argv[0], *argv[1:]),
        environment=environment,
        folder=folder,
        limits=limits_for(cell.limits, is_root) if is_confined else (),
        doors=() if group is None else group.doors,
        is_confined=is_confined,
        is_aligned=cell.is_aligned,
        forbids_privileges=is_confined,
        drops_capabilities=is_confined and is_root and sys.platform.startswith("linux"),
    )
    process, said = _launch(orders, pass_fds, streams)
    return Confined(level, scratch, process, (), said, group)


def _environment() -> dict[str, str]:
    """The user's own variables, but for the key that is swerve's alone."""
    return {name: value for name, value in os.environ.items() if name != _KEY}


def _launch(
    orders: Orders, pass_fds: tuple[int, ...], streams: _Streams
) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the cell
    stdin, stdout, stderr = streams
    with contextlib.ExitStack() as opened:
        sent = opened.enter_context(orders.write())
        if stdin is None:
            # Not /dev/null: root's cell could change the mode of the node through a descriptor.
            stdin, writing = os.pipe()
            opened.callback(os.close, stdin)
            os.close(writing)
        process = _starters().submit(
            subprocess.Popen,
            launch_words(sent.fileno()),
            pass_fds=(sent.fileno(), *pass_fds),
            env={},
            stdin=stdin,
            stdout=said if stdout is None else stdout,
            stderr=said if stderr is None else stderr,
            start_new_session=True,
        )
        return process.result(), said


@functools.cache
def _starters() -> ThreadPoolExecutor:
    """The thread that starts cells: they end with the thread that started them, so it stays."""
    return ThreadPoolExecutor(1, "swerve-cells")


@functools.cache
def _listeners() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4, "swerve-cells")


# The threads do not come along into a fork; whoever forks gets new ones.
os.register_at_fork(after_in_child=_starters.cache_clear)
os.register_at_fork(after_in_child=_listeners.cache_clear)


def _find_init(told: int, bwrap_pid: int) -> int | None:
    """A descriptor for the first process in the cell, once bubblewrap has told which it is."""
    try:
        words = b""
        while _is_ready(told, _PATIENCE_S):
            part = os.read(told, 4096)
            if not part:
                break
            words += part
        pid = json.loads(words)["child-pid"]
        descriptor = os.pidfd_open(pid)
    except (ValueError, KeyError, ProcessLookupError):
        return None
    finally:
        os.close(told)
    # The number could belong to somebody else by now, but not below bubblewrap.
    if pid in descendants(bwrap_pid):
        return descriptor
    os.close(descriptor)
    return None


def _status(process: subprocess.Popen[bytes]) -> int | None:
    """How a process ended, without taking leave of it; None while it runs.

    Until `kill` its number stays taken, and with it that of its session: nobody else can be meant.
    """
    if process.returncode is not None or not hasattr(os, "waitid"):
        return process.poll()
    told = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if told is None:
        return None
    return told.si_status if told.si_code == os.CLD_EXITED else -told.si_status


def _wait_until_ended(process: subprocess.Popen[bytes], timeout_s: float | None) -> None:
    if process.returncode is not None:
        return
    if not hasattr(os, "pidfd_open"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout_s)
        return
    # `Popen.wait` with a time limit looks again and again, up to 50 ms too late.
    descriptor = os.pidfd_open(process.pid)
    try:
        _is_ready(descriptor, timeout_s)
    finally:
        os.close(descriptor)


def _is_ready(descriptor: int, timeout_s: float | None) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(None if timeout_s is None else timeout_s * 1000))


def _inside(level: Level, mounts: tuple[tuple[Path, str], ...], path: Path | str) -> str:
    """Where a path of the host is seen at a level: below the deepest mount that holds it."""
    path = Path(path)
    if level is not Level.STRICT:
        return str(path)
    holding = [(host, inside) for host, inside in mounts if host == path or host in path.parents]
    if not holding:
        return str(path)
    host, inside = max(holding, key=lambda mount: len(mount[0].parts))
    return str(Path(inside, path.relative_to(host)))


def _outside(mounts: tuple[tuple[Path, str], ...], path: str) -> str:
    """The path of the host that would be seen at a path inside; the path itself if none is."""
    swapped = tuple((Path(inside), str(host)) for host, inside in mounts)
    return _inside(Level.STRICT, swapped, path)


def open_scratch() -> str:
    """Make a scratch folder among the temporary files of the machine."""
    folder = make_folder("swerve-cell-")
    Scratch(folder)  # with its folders
    return folder
