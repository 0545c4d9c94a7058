"""Which processes live below this one, what do they take, and how do they all end?

A program may leave its group and its session, and outlive the process that started it. It cannot
leave the tree of processes: with `adopt_orphans` in force every one of them stays below the caller.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from os import (
    P_ALL,
    WEXITED,
    WNOHANG,
    WNOWAIT,
    close,
    getpid,
    kill,
    listdir,
    sysconf,
    waitid,
    waitpid,
)
from os import open as open_file
from os import read as read_file
from signal import SIGKILL, SIGSTOP
from time import monotonic, sleep

_IS_LINUX = sys.platform.startswith("linux")
_PAGE_BYTES = sysconf("SC_PAGE_SIZE")
#: A census stops there: whoever has so many is over every limit.
_MOST_PROCESSES = 4096


@dataclass(frozen=True)
class Census:
    """What lives below a process at one moment."""

    processes: int
    #: Threads of those processes, the main ones among them.
    tasks: int
    #: Memory in use. Up to the enough that `take_census` was given it may be too high: what
    #: processes share is counted for each of them.
    resident_bytes: int


def take_census(spare: frozenset[int] = frozenset(), enough_bytes: int = 64 << 20) -> Census:
    """Count what lives below the caller, without the processes in `spare` themselves.

    Costs about 30 us a process. Memory beyond `enough_bytes` is counted again, page by page and
    shared ones by their share: five times the cost, and a fork does not count as a second use.
    Zero everywhere on systems without /proc.
    """
    tasks = 0
    resident: dict[int, int] = {}
    for pid in descendants():
        if pid in spare:
            continue
        fields = _stat(pid)
        if fields is None:
            continue
        tasks += int(fields[17])
        resident[pid] = int(fields[21]) * _PAGE_BYTES
    in_use = sum(resident.values())
    if in_use > enough_bytes:
        in_use = sum(_share(pid, most) for pid, most in resident.items())
    return Census(len(resident), tasks, in_use)


def _share(pid: int, otherwise: int) -> int:
    """Memory of a process, shared pages by their share; the given number where that is not told."""
    try:
        for line in _contents(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # a process may hide its memory, and then is counted in full
    return otherwise


def descendants(of: int = 0, spare: frozenset[int] = frozenset()) -> list[int]:
    """Every process below the given one (the caller when 0), parents before children.

    Those in `spare` are left out, and what is below them is never looked at: they may fork while
    the others are found.
    """
    if not _IS_LINUX:
        return []
    root = of or getpid()
    found: list[int] = []
    waiting = [root]
    seen = {root, *spare}
    while waiting and len(found) < _MOST_PROCESSES:
        children = _children(waiting.pop())
        if children is None:
            return _descendants_by_scan(root, spare)
        fresh = [pid for pid in children if pid not in seen]
        seen.update(fresh)
        found += fresh
        waiting += fresh
    return found


def end_descendants(
    spare: frozenset[int] = frozenset(), reap: bool = True, patience_s: float = 1.0
) -> bool:
    """Kill everything below the caller; True when nothing is left.

    `spare` names processes to leave alone, with all that is below them. Children are waited for
    unless `reap` is off, so a caller that wants the status of one waits for it before.
    """
    return end_processes(lambda: descendants(spare=spare), reap, patience_s)


def end_processes(
    find: Callable[[], Collection[int]], reap: bool = True, patience_s: float = 1.0
) -> bool:
    """Kill what `find` finds until it finds nothing that runs; False when patience ran out.

    Everything is stopped before anything is killed: nothing can fork away between two looks.
    """
    until = monotonic() + patience_s
    quiet_looks = 0
    while True:
        found = find()
        if reap:
            _reap(found)
        targets = [pid for pid in found if _is_running(pid)]
        if targets:
            quiet_looks = 0
            kill_all(targets)
            sleep(0.0005)
        else:
            # A process that forked while it was looked at shows up in the second look.
            quiet_looks += 1
            if quiet_looks == 2:
                return True
        if monotonic() > until:
            return False


def session_members(session: int) -> list[int]:
    """Every process of a session. Looks at each process of the machine: 20 us apiece."""
    found = []
    for pid in _all_processes():
        fields = _stat(pid)
        if fields is not None and int(fields[3]) == session:
            found.append(pid)
    return found


def _reap(pids: Collection[int]) -> None:
    for pid in pids:
        try:
            waitpid(pid, WNOHANG)
        except OSError:
            continue


def kill_all(pids: Collection[int]) -> None:
    """Stop all, so that none can start more, then kill. What is not ours to end stays."""
    for number in (SIGSTOP, SIGKILL):
        for pid in pids:
            try:
                kill(pid, number)
            except OSError:
                continue


def has_children() -> bool:
    """Whether this process has children, also ones that have ended and wait to be reaped."""
    try:
        waitid(P_ALL, 0, WEXITED | WNOHANG | WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _is_running(pid: int) -> bool:
    """Whether the process is there and more than an entry that waits to be reaped."""
    fields = _stat(pid)
    return fields is not None and fields[0] not in (b"Z", b"X")


def _children(pid: int) -> list[int] | None:
    """The children of a process; None where the kernel does not list them."""
    folder = f"/proc/{pid}/task"
    try:
        threads = listdir(folder)
    except OSError:
        return []
    children: list[int] = []
    for thread in threads:
        try:
            children += map(int, _contents(f"{folder}/{thread}/children").split())
        except FileNotFoundError:
            # Either the thread has ended, or the kernel was built without this file.
            if not _lists_children():
                return None
        except OSError:
            continue
    return children


def _lists_children() -> bool:
    me = getpid()
    try:
        _contents(f"/proc/{me}/task/{me}/children")
    except OSError:
        return False
    return True


def _descendants_by_scan(root: int, spare: frozenset[int] = frozenset()) -> list[int]:
    parents: dict[int, list[int]] = {}
    for pid in _all_processes():
        fields = _stat(pid)
        if fields is not None:
            parents.setdefault(int(fields[1]), []).append(pid)
    found: list[int] = []
    waiting = [root]
    while waiting:
        children = [pid for pid in parents.pop(waiting.pop(), []) if pid not in spare]
        found += children
        waiting += children
    return found


def _all_processes() -> list[int]:
    try:
        return [int(name) for name in listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _stat(pid: int) -> list[bytes] | None:
    """The fields of /proc/PID/stat from the state on; None when the process is gone."""
    try:
        text = _contents(f"/proc/{pid}/stat")
    except OSError:
        return None
    # The name before the last ")" is the program's to choose, blanks and brackets and all.
    fields = text[text.rfind(b")") + 2 :].split()
    return fields if len(fields) > 21 else None


def _contents(path: str) -> bytes:
    descriptor = open_file(path, 0)
    try:
        parts: list[bytes] = []
        while True:
            part = read_file(descriptor, 65536)
            if not part:
                return b"".join(parts)
            parts.append(part)
    finally:
        close(descriptor)
