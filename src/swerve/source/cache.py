"""Where are trees, predictions, replies and witnesses kept between runs, and which are in use?

trees/<key>/tree      the files of one tree, hard links to blobs
trees/<key>/manifest  what has to be in it; its time stamp is the last use
blobs/ab/<id>         contents, each once
setups/<key>          which tree a setup has made
predictions/ab/<key>  what `predict` keeps, within a bound of its own
replies/ab/<key>      what `llm` keeps, likewise
witnesses/ab/<key>    what `kept` keeps, likewise
sessions/<name>/      of one process: trees it uses, things half done; locked while it lives
trash/                moved away, about to be deleted
lock                  held for the moments in which the above changes hands
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from swerve.model.errors import GitMissing

from . import is_tracked

#: Changes with the layout: versions of swerve that disagree then use different folders.
_LAYOUT = "trees-1"
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n"
_DEFAULT_MAX_BYTES = 2_000_000_000
Room: TypeAlias = Literal[
    "trees", "blobs", "setups", "predictions", "replies", "witnesses", "sessions", "trash"
]


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder that only its owner can look into."""

    folder: Path
    #: Cleaning goes on until the rest takes less.
    max_bytes: int = _DEFAULT_MAX_BYTES
    #: Why it is not where one would look for it; empty when it is.
    note: str = ""

    def room(self, name: Room) -> Path:
        """Where one kind of things is."""
        return self.folder / name


@dataclass(frozen=True, slots=True)
class Session:
    """What one process does with a cache, until it ends."""

    folder: Path
    #: Holds the lock that says the process lives.
    descriptor: int

    def use(self, key: str) -> None:
        """Keep a tree from being cleaned away. The caller holds the lock of the cache."""
        (self.folder / "uses" / key).touch()

    def release(self, key: str) -> None:
        """Let a tree go."""
        (self.folder / "uses" / key).unlink(missing_ok=True)

    def new_path(self) -> str:
        """A path for something half done, which goes away with the process at the latest."""
        return os.path.join(self.folder, "half-done", secrets.token_hex(8))


#: By process, because a fork must not take its parent's session for its own.
_sessions: dict[tuple[int, Path], Session] = {}
_temporary: dict[int, Path] = {}


def open_cache() -> Cache:
    """Find the cache: $SWERVE_CACHE, else the user's cache folder, else one for this process."""
    place = _wanted_place()
    if place is None:
        return Cache(_temporary_folder(), note="there is no home folder to keep a cache in")
    folder = place / _LAYOUT
    try:
        if os.environ.get("SWERVE_CACHE"):  # it may lie in the checkout
            _need_own(place)
        _prepare(folder)
    except OSError as error:
        note = f"{place} cannot be used as a cache: {error.strerror or error}"
        return Cache(_temporary_folder(), note=note)
    return Cache(folder)


def session_of(cache: Cache) -> Session:
    """The session of this process, started with the first question."""
    key = (os.getpid(), cache.folder)
    if key not in _sessions:
        with locked(cache):
            _sessions[key] = _start_session(cache)
        empty_trash(cache)
        if len(_sessions) == 1:
            atexit.register(_end_sessions)
    return _sessions[key]


@contextmanager
def locked(cache: Cache) -> Iterator[None]:
    """Keep other processes from publishing and cleaning. Held for moments only."""
    descriptor = os.open(cache.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # Where the file system has no locks, cleaning may hit a tree in use: rare and repaired.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def end_dead_sessions(cache: Cache) -> None:
    """Move away what processes that died left behind. The caller holds the lock of the cache."""
    for folder in _listed(cache.room("sessions")):
        if not _is_alive(folder):
            throw_away(cache, folder)


def keys_in_use(cache: Cache) -> frozenset[str]:
    """The trees that living processes use. The caller holds the lock of the cache."""
    return frozenset(
        use.name
        for folder in _listed(cache.room("sessions"))
        if _is_alive(folder)
        for use in _listed(folder / "uses")
    )


def throw_away(cache: Cache, path: Path) -> None:
    """Take something out of everyone's sight at once; `empty_trash` deletes it."""
    with suppress(FileNotFoundError):
        path.rename(cache.room("trash") / secrets.token_hex(8))


def empty_trash(cache: Cache) -> None:
    """Delete what was thrown away. Needs no lock: nobody looks there."""
    for path in _listed(cache.room("trash")):
        shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.unlink()


def _wanted_place() -> Path | None:
    if place := os.environ.get("SWERVE_CACHE"):
        return Path(place).absolute()
    place = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(place):  # others are to be ignored, says the specification
        return Path(place) / "swerve"
    try:
        return Path.home() / ".cache" / "swerve"
    except RuntimeError:
        return None


@functools.cache
def _need_own(place: Path) -> None:
    """Raise `OSError` for a cache that holds what swerve did not put there.

    A checkout, or an archive that a job unpacks, can bring witnesses that name any folder, and
    links through which swerve would write, and delete what it takes for its own.
    """
    with suppress(GitMissing):
        if os.path.lexists(place) and is_tracked(place):
            raise PermissionError("git tracks files in it, so they came with the code")
    rooms = _entries(place / _LAYOUT)
    for entry in (*rooms, *(inner for room in rooms for inner in _entries(room.path))):
        if entry.is_symlink():
            raise PermissionError(f"{entry.path} is a link")


def _prepare(folder: Path) -> None:
    """Make the folder and what is in it; `OSError` when others could write there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(f"{folder} is not a folder")
    if status.st_uid != os.geteuid():
        raise PermissionError(f"{folder} belongs to another user")
    if stat.S_IMODE(status.st_mode) != 0o700:
        folder.chmod(0o700)
    for name in get_args(Room):
        with suppress(FileExistsError):
            (folder / name).mkdir(mode=0o700)
    # Backup programs look for the first, git for the second.
    for name, text in (("CACHEDIR.TAG", _TAG), (".gitignore", "*\n")):
        if not (folder / name).exists():
            (folder / name).write_text(text, "ascii")
    if not os.access(folder / "sessions", os.W_OK | os.X_OK):
        raise PermissionError(f"{folder} is not writable")


def _temporary_folder() -> Path:
    """A folder that lives as long as this process."""
    process = os.getpid()
    if process not in _temporary:
        _temporary[process] = Path(tempfile.mkdtemp(prefix="swerve-cache-"))
        atexit.register(_remove_temporary, process)
    folder = _temporary[process] / _LAYOUT
    _prepare(folder)
    return folder


def _remove_temporary(process: int) -> None:
    if process == os.getpid():
        shutil.rmtree(_temporary.pop(process), ignore_errors=True)


def _start_session(cache: Cache) -> Session:
    end_dead_sessions(cache)
    folder = cache.room("sessions") / f"{os.getpid()}-{secrets.token_hex(8)}"
    for part in (folder, folder / "uses", folder / "half-done"):
        part.mkdir(mode=0o700)
    descriptor = os.open(folder / "alive", os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    return Session(folder, descriptor)


def _end_sessions() -> None:
    for (process, _), session in list(_sessions.items()):
        if process == os.getpid():
            shutil.rmtree(session.folder, ignore_errors=True)


def _is_alive(folder: Path) -> bool:
    """Whether the process that made a session still holds its lock."""
    try:
        descriptor = os.open(folder / "alive", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # no locks on this file system
        return _is_running(folder.name.partition("-")[0])
    finally:
        os.close(descriptor)
    return False


def _is_running(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (OSError, ValueError):
        return True
    return True


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _entries(folder: str | Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as scan:
            return list(scan)
    except OSError:
        return []
