"""Can the kernel bound what all processes of a cell take together?

Control groups can, where this user may make one: version 1 (one folder a controller) and version 2.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.worker.core.limits import Limits

_PREFIX = "swerve-"
_counter = itertools.count()
#: The census is to find too much before the kernel refuses it: it knows what to call it.
_SPARE_TASKS = 64
_SPARE_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Room:
    """Where groups can be made: version 2, or one controller of version 1."""

    folder: Path
    version: int
    controllers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Group:
    """The control groups of one cell: one folder, or one a controller."""

    folders: tuple[Path, ...]

    @property
    def doors(self) -> tuple[str, ...]:
        """The files a process writes 0 to in order to enter."""
        return tuple(str(folder / "cgroup.procs") for folder in self.folders)

    def processes(self) -> frozenset[int]:
        """Every process in the cell, wherever in the tree of processes it hides."""
        found: set[int] = set()
        for folder in self.folders:
            with contextlib.suppress(OSError, ValueError):
                found.update(map(int, (folder / "cgroup.procs").read_text().split()))
        return frozenset(found)

    def out_of_memory(self) -> int:
        """How many processes the kernel has killed here for want of memory."""
        return max(
            (
                _event(folder / name, "oom_kill")
                for folder in self.folders
                for name in ("memory.events", "memory.oom_control")
            ),
            default=0,
        )

    def refused_tasks(self) -> int:
        """How often a new process or thread was refused."""
        return max((_event(folder / "pids.events", "max") for folder in self.folders), default=0)

    def remove(self) -> bool:
        """Take the groups away; False when something still lives in one."""
        until = time.monotonic() + 1.0
        left = list(self.folders)
        while left and time.monotonic() < until:
            left = [folder for folder in left if not _is_removed(folder)]
            if left:
                time.sleep(0.002)
        return not left


def open_group(limits: Limits) -> Group | None:
    """Make control groups that hold a cell to its limits; None where this user may not."""
    name = f"{_PREFIX}{os.getpid()}-{next(_counter)}"
    folders = []
    for room in _rooms():
        folder = room.folder / name
        try:
            folder.mkdir()
            _set_limits(folder, room, limits)
        except OSError:
            with contextlib.suppress(OSError):
                folder.rmdir()
            continue
        folders.append(folder)
    return Group(tuple(folders)) if folders else None


def usable_controllers() -> frozenset[str]:
    """Which of `memory` and `pids` can be used; found by doing it."""
    return frozenset().union(*(room.controllers for room in _rooms()))


@functools.cache
def _rooms() -> tuple[Room, ...]:
    """Where a group can be made and entered, tried once a process."""
    rooms = [room for room in _candidates() if _works(room)]
    by_version_2 = [room for room in rooms if room.version == 2]
    chosen = by_version_2[:1] or [room for room in rooms if room.version == 1]
    for room in chosen:
        _remove_stale(room.folder)
    return tuple(chosen)


def _candidates() -> Iterator[Room]:
    mounts = _mounts()
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        number, names, path = line.split(":", 2)
        controllers = frozenset(names.split(",")) & {"memory", "pids"}
        if number == "0" and "" in mounts:
            yield from _version_2(mounts[""], path)
        elif controllers and min(controllers) in mounts:
            folder = _own_folder(mounts[min(controllers)], path)
            if folder is not None:
                yield Room(folder, 1, controllers)


def _version_2(mount: tuple[str, str], path: str) -> Iterator[Room]:
    """The own group, then the ones above it: a group with processes in it can have no limited one.

    Above is as good for an ordinary user where the service manager has handed a whole subtree over.
    """
    folder = _own_folder(mount, path)
    top = Path(mount[1])
    while folder is not None and (folder == top or top in folder.parents):
        if not os.access(folder, os.W_OK):
            return
        with contextlib.suppress(OSError):
            has = frozenset((folder / "cgroup.subtree_control").read_text().split())
            if has & {"memory", "pids"}:
                yield Room(folder, 2, has & {"memory", "pids"})
        folder = folder.parent if folder != top else None


def _mounts() -> dict[str, tuple[str, str]]:
    """Root and mount point of each controller; "" is version 2."""
    found: dict[str, tuple[str, str]] = {}
    try:
        lines = Path("/proc/self/mountinfo").read_text().splitlines()
    except OSError:
        return found
    for line in lines:
        before, _, after = line.partition(" - ")
        words, kind = before.split(), after.split()
        if len(words) < 5 or len(kind) < 3:
            continue
        if kind[0] == "cgroup2":
            found.setdefault("", (words[3], words[4]))
        elif kind[0] == "cgroup":
            for name in kind[2].split(","):
                found.setdefault(name, (words[3], words[4]))
    return found


def _own_folder(mount: tuple[str, str], path: str) -> Path | None:
    root, point = mount
    relative = os.path.relpath(path, root)
    if relative.startswith(".."):
        return None
    folder = Path(point, relative)
    return folder if folder.is_dir() else None


def _works(room: Room) -> bool:
    """Whether a process can be put in: by doing it with one that ends at once."""
    folder = room.folder / f"{_PREFIX}{os.getpid()}-try-{next(_counter)}"
    try:
        folder.mkdir()
    except OSError:
        return False
    try:
        _set_limits(folder, room, Limits())
        return _can_enter(folder)
    except OSError:
        return False
    finally:
        until = time.monotonic() + 1.0
        while not _is_removed(folder) and time.monotonic() < until:
            time.sleep(0.001)


def _can_enter(folder: Path) -> bool:
    words = ["/bin/sh", "-c", 'echo 0 > "$0"', str(folder / "cgroup.procs")]
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, env={}, check=False, timeout=10
    )
    return done.returncode == 0


def _set_limits(folder: Path, room: Room, limits: Limits) -> None:
    if "pids" in room.controllers:
        (folder / "pids.max").write_text(str(limits.tasks + _SPARE_TASKS))
    if "memory" not in room.controllers:
        return
    most = str(limits.memory_bytes + _SPARE_BYTES)
    if room.version == 2:
        (folder / "memory.max").write_text(most)
        with contextlib.suppress(OSError):
            (folder / "memory.swap.max").write_text("0")
    else:
        (folder / "memory.limit_in_bytes").write_text(most)
        with contextlib.suppress(OSError):
            (folder / "memory.memsw.limit_in_bytes").write_text(most)


def _remove_stale(folder: Path) -> None:
    """Remove what a swerve left here that was killed. Only an empty group can be removed."""
    for path in folder.glob(f"{_PREFIX}*"):
        owner = path.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not os.path.exists(f"/proc/{owner}"):
            with contextlib.suppress(OSError):
                path.rmdir()


def _is_removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _event(path: Path, name: str) -> int:
    with contextlib.suppress(OSError, ValueError):
        for line in path.read_text().splitlines():
            words = line.split()
            if len(words) == 2 and words[0] == name:
                return int(words[1])
    return 0
