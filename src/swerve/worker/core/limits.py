"""How much may one cell take, and how does a process hold itself to it?"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from os import getppid as _getppid

try:
    import resource as _resource
except ImportError:  # pragma: no cover - not a POSIX system
    _resource = None  # type: ignore[assignment]

_IS_LINUX = sys.platform.startswith("linux")

_MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What everything in one cell may take together, unless it says otherwise."""

    #: Resident memory. Held by a cgroup where there is one, else by whoever takes a census.
    memory_bytes: int = 2048 * _MIB
    #: Address space of one process: what makes a huge allocation fail at once.
    address_bytes: int = 8192 * _MIB
    #: Processes and threads, counted alike, as the kernel does.
    tasks: int = 128
    #: Descriptors of one process.
    open_files: int = 256
    #: Length of one file. It also ends endless output into a captured stream.
    file_bytes: int = 64 * _MIB
    stack_bytes: int = 8 * _MIB


LIMITS = Limits()


def kernel_limits(limits: Limits) -> list[tuple[int, int]]:
    """The limits of one process as `setrlimit` takes them: number and value, soft and hard alike.

    The number of processes is not among them: the kernel counts it over everything that the user
    runs, and not at all for root.
    """
    if _resource is None:
        return []
    wanted = [
        ("RLIMIT_AS", limits.address_bytes),
        ("RLIMIT_FSIZE", limits.file_bytes),
        ("RLIMIT_NOFILE", limits.open_files),
        ("RLIMIT_STACK", limits.stack_bytes),
        # 0 would still start a crash reporter that reads from a pipe; 1 means not even that.
        ("RLIMIT_CORE", 1 if _IS_LINUX else 0),
        ("RLIMIT_MEMLOCK", 0),
        ("RLIMIT_MSGQUEUE", 0),
        ("RLIMIT_RTPRIO", 0),
    ]
    return [(getattr(_resource, name), value) for name, value in wanted if hasattr(_resource, name)]


def apply_limits(limits: Limits) -> list[str]:
    """Hold this process and what it starts to the limits; return what could not be set.

    Limits only ever go down: one that is tighter already stays.
    """
    refused = []
    for number, value in kernel_limits(limits):
        try:
            lower_limit(number, value)
        except (OSError, ValueError) as error:
            refused.append(f"limit {number}: {error}")
    return refused


def lower_limit(number: int, value: int) -> None:
    """Set one limit, soft and hard, to the value or to what is tighter already."""
    soft, hard = _resource.getrlimit(number)
    if number == _resource.RLIMIT_CORE:
        soft = hard  # of two ways to say "no core file", the one that was asked for
    known = [bound for bound in (soft, hard) if bound != _resource.RLIM_INFINITY]
    value = min([value, *known])
    _resource.setrlimit(number, (value, value))


_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> bool:
    """Become the parent of every process below whose own parent is gone; False where unknown.

    Without it a process that forks twice leaves the tree, and no census finds it.
    """
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def close_memory() -> bool:
    """Keep processes of the same user from reading or changing the memory of this one.

    Children are born closed too; `open_memory` in the child gives it an ordinary life again.
    """
    return _prctl(_PR_SET_DUMPABLE, 0)


def open_memory() -> bool:
    """Undo `close_memory`, for a process that holds nothing worth protecting."""
    return _prctl(_PR_SET_DUMPABLE, 1)


def die_with_parent(signal_number: int = 9) -> bool:
    """End this process when the thread that started it ends."""
    parent = _getppid()
    done = _prctl(_PR_SET_PDEATHSIG, signal_number)
    if done and _getppid() != parent:
        raise SystemExit(1)
    return done


def _prctl(option: int, value: int) -> bool:
    if not _IS_LINUX:
        return False
    try:
        from ctypes import CDLL
    except ImportError:
        return False
    try:
        return bool(CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False
