"""What is the launcher told to do before it becomes the program of a cell?"""

from __future__ import annotations

import functools
import marshal
import os
import stat
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from swerve.worker.core.limits import Limits, kernel_limits

from ._cell import Cell

_LAUNCH = Path(__file__).with_name("_launch.py")
#: Whom root's cells run as in the kernel's view, wherever the files allow it.
_NOBODY = 65534
#: Folders that may be covered for the launcher and what it starts; nobody else sees that.
_STAGES = ("/mnt", "/media", "/srv", "/tmp")  # noqa: S108
#: Processes that the user may start elsewhere while a cell runs.
_SPARE_TASKS = 1024
_MOST_ENTRIES = 100


@dataclass(frozen=True, slots=True)
class Stage:
    """A view of the host that the launcher makes before it starts bubblewrap; root only."""

    folder: str
    #: Host path, and where it is found on the stage.
    mounts: tuple[tuple[str, str], ...]
    #: Whom to become; None to stay root.
    user: int | None

    def path_of(self, host: Path | str) -> Path:
        """Where a host path is found on the stage."""
        return Path(dict(self.mounts)[str(host)])


@dataclass(frozen=True, slots=True)
class Orders:
    """Everything the launcher is told."""

    #: The first is the full path of a program.
    argv: tuple[str, ...]
    environment: dict[str, str]
    folder: str
    limits: tuple[tuple[int, int], ...] = ()
    #: The files of control groups to enter.
    doors: tuple[str, ...] = ()
    stage: Stage | None = None
    is_confined: bool = True
    is_aligned: bool = False
    #: Nothing started from there gains rights. Bubblewrap does that itself: it may need some.
    forbids_privileges: bool = False
    drops_capabilities: bool = False

    def write(self) -> IO[bytes]:
        """An open file that the launcher reads the orders from."""
        file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
        marshal.dump({**asdict(self), "parent": os.getpid()}, file)
        file.seek(0)
        return file


def launch_words(descriptor: int) -> list[str]:
    """The command that starts the launcher, to read its orders from a descriptor."""
    return [sys.executable, "-I", "-S", str(_LAUNCH), str(descriptor)]


def limits_for(limits: Limits, is_root: bool) -> tuple[tuple[int, int], ...]:
    """The limits to set before the program starts.

    The kernel counts tasks over everything that the user runs, so that bound is a loose one; the
    census and the control group are the tight ones. Root it does not bound at all.
    """
    found = kernel_limits(limits)
    number = _number_of_tasks_limit()
    if number is not None and not is_root:
        found.append((number, _tasks_now() + limits.tasks + _SPARE_TASKS))
    return tuple(found)


def stage_for(cell: Cell, program: str) -> Stage | None:
    """How root shows bubblewrap and a cell's files to bubblewrap; None for everybody else.

    Root's cell runs as nobody when others may read its files and it has nothing to write to. Else
    it stays root, without a capability and in a user namespace of its own.
    """
    if os.geteuid() != 0 or not can_stage():
        return None
    folder = stage_folder()
    hosts = dict.fromkeys(str(host) for host, _ in (*cell.read_only, *cell.writable))
    mounts = tuple((host, f"{folder}/{number}") for number, host in enumerate((*hosts, program)))
    to_nobody = not cell.writable and all(is_open_to_others(Path(host)) for host in hosts)
    return Stage(folder, mounts, _NOBODY if to_nobody else None)


@functools.cache
def can_stage() -> bool:
    """Whether root has its usual powers here: in many containers it does not. Tried once."""
    orders = Orders(("/bin/sh", "-c", ":"), {}, "/", stage=Stage(stage_folder(), (), _NOBODY))
    with orders.write() as sent:
        done = subprocess.run(
            launch_words(sent.fileno()),
            pass_fds=(sent.fileno(),),
            env={},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    return done.returncode == 0


def stage_folder() -> str:
    """A folder that every system has and no program needs."""
    return next((folder for folder in _STAGES if os.path.isdir(folder)), "/")


def is_open_to_others(path: Path) -> bool:
    """Whether others than the owner may read the file, or the folder and its first entries."""
    if not _others_may_read(path):
        return False
    if not path.is_dir():
        return True
    with os.scandir(path) as entries:
        return all(
            _others_may_read(Path(entry.path))
            for entry, _ in zip(entries, range(_MOST_ENTRIES), strict=False)
            if not entry.is_symlink()
        )


def _others_may_read(path: Path) -> bool:
    try:
        mode = path.stat().st_mode
    except OSError:
        return False  # whoever mounts it will say what is wrong
    needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & needed == needed


def _number_of_tasks_limit() -> int | None:
    import resource

    return getattr(resource, "RLIMIT_NPROC", None)


def _tasks_now() -> int:
    """Tasks on the whole machine: at least as many as this user has."""
    try:
        return int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        return _SPARE_TASKS
