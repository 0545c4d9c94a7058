"""Where are recorded calls kept, who may read them, and which of them go?

.swerve/recorded/<function>-<version>.json   the calls of one function as one version has it

The names are sums: of file and qualified name, and of the source of the function. So whoever has a
function finds its calls without looking at others, and calls of another version are told apart.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from swerve.model.plain import Reader, json_from, plain
from swerve.model.writing import make_folder

#: What the files of a function begin with -> those files.
Listing: TypeAlias = dict[str, list[Path]]

FOLDER = ".swerve/recorded"
_FORMAT = 1
_NAME = re.compile(r"[0-9a-f]{24}-[0-9a-f]{16}\.json")
_HALF_WRITTEN = re.compile(r"[0-9a-f]{16}\.part")
#: Calls of one version, and bytes of one file and of all.
MOST_CALLS = 30
_MOST_FILE_BYTES, _MOST_BYTES = 2 << 20, 64 << 20
#: Versions of one function: what is on the branches that people go back and forth between.
_MOST_VERSIONS = 4
_MOST_TESTS_BYTES = 2_000
_LOCK = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class KeptCall:
    """A call that a test made."""

    test: str
    #: As it travels: JSON, see `swerve.observe.recipe`.
    recipe: str
    #: Whether it returned; else it raised.
    returned: bool


@dataclass(frozen=True, slots=True)
class Version:
    """What was recorded of one function, as it stood then."""

    #: Relative to the top of the project, with "/".
    file: str
    function: str
    #: Sums over the source of the function, and over its whole file.
    source: str
    module: str
    calls: tuple[KeptCall, ...] = ()
    #: Calls that were looked at, and that cannot be made again elsewhere.
    missed: int = 0

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{_stem(self.file, self.function)}-{self.source[:16]}.json"


def sum_of(text: str) -> str:
    """Tells texts apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def top_of(folder: Path) -> Path:
    """The top of the project that a folder is in: where git has it, else the folder."""
    folder = folder.resolve()
    for place in (folder, *folder.parents):
        if (place / ".git").exists():
            return place
    return folder


def folder_of(top: Path) -> Path:
    """Where the recorded calls of a project are."""
    return top / FOLDER


def trouble_with(folder: Path) -> str:
    """Why nothing is taken from a folder, in words; empty when all is well.

    Recorded calls may hold secrets, and those of somebody else say nothing about this project:
    git, for one, gives back no folder that only its owner may read.
    """
    try:
        for place in (folder.parent, folder):  # one that leads to nothing is a link, too
            if stat.S_ISLNK(os.lstat(place).st_mode):
                return f"{FOLDER} is a link"
        found = os.stat(folder)
    except OSError:
        return ""
    if found.st_uid != os.geteuid():
        return f"{FOLDER} belongs to another user"
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return f"other users can read {FOLDER}: run chmod 700 on it, or delete it"
    return ""


def keep(top: Path, versions: Iterable[Version]) -> None:
    """Add what was recorded to what is there. Raises `OSError`."""
    folder = folder_of(top)
    make_folder(folder, 0o700)
    with _locked(folder):
        ignored = folder / ".gitignore"
        if not ignored.exists():
            _write(ignored, b"# Recorded calls may hold secrets.\n*\n")
        listing = listed(top)
        for version in versions:
            _keep_one(folder, version, listing.get(_stem(version.file, version.function), []))
        _make_room(folder)


def listed(top: Path) -> Listing:
    """What there is. Looked at once where many functions are asked for."""
    found: Listing = {}
    with suppress(OSError), os.scandir(folder_of(top)) as scan:
        for entry in scan:
            if _NAME.fullmatch(entry.name):
                found.setdefault(entry.name.partition("-")[0], []).append(Path(entry.path))
    return found


def kept_versions(
    top: Path, file: str, function: str, listing: Listing | None = None
) -> list[Version]:
    """What was recorded of a function, whichever version of it; the latest first."""
    listing = listed(top) if listing is None else listing
    found = []
    for path in sorted(listing.get(_stem(file, function), ()), key=_age):
        version = _read(path)
        if version is not None and (version.file, version.function) == (file, function):
            found.append(version)
    return found


def _stem(file: str, function: str) -> str:
    return sum_of(f"{file}\0{function}")[:24]


def _age(path: Path) -> tuple[int, str]:
    try:
        return -path.stat().st_mtime_ns, path.name
    except OSError:
        return 0, path.name


def _keep_one(folder: Path, version: Version, others: list[Path]) -> None:
    """Write one version beside the `others` of its function, as far as there is room."""
    path = folder / version.name
    before = _read(path)
    calls = {each.recipe: each for each in version.calls}
    if before is not None and before.source == version.source:
        for each in before.calls:
            calls.setdefault(each.recipe, each)
        version = replace(version, missed=max(version.missed, before.missed))
    version = replace(version, calls=tuple(calls.values())[:MOST_CALLS])
    data = _data(version)
    while len(data) > _MOST_FILE_BYTES and version.calls:
        version = replace(version, calls=version.calls[: len(version.calls) // 2])
        data = _data(version)
    _write(path, data)
    others = sorted((each for each in others if each != path), key=_age)
    for old in others[_MOST_VERSIONS - 1 :]:
        with suppress(OSError):
            old.unlink()


def _data(version: Version) -> bytes:
    found = {"format": _FORMAT, **plain(version)}
    return json.dumps(found, separators=(",", ":")).encode()


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, for nobody else to read."""
    part = path.with_name(f"{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _read(path: Path) -> Version | None:
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_FILE_BYTES + 1)
        if len(data) > _MOST_FILE_BYTES:
            return None
        found = json_from(data)
        version = Reader().read(Version, found)
    except (OSError, ValueError):
        return None
    if found.get("format") != _FORMAT:
        return None
    calls = version.calls[:MOST_CALLS]
    shortened = (replace(each, test=each.test[:_MOST_TESTS_BYTES]) for each in calls)
    return replace(version, calls=tuple(shortened))


def _make_room(folder: Path) -> None:
    """Delete what was recorded longest ago, until the rest fits; the caller has the folder alone.

    What is half written then was left by a process that was killed.
    """
    files = []
    with os.scandir(folder) as scan:
        for entry in scan:
            if _HALF_WRITTEN.fullmatch(entry.name):
                with suppress(OSError):
                    os.unlink(entry.path)
            elif _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    files.append((status.st_mtime_ns, status.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= _MOST_BYTES:
            break
        with suppress(OSError):
            os.unlink(path)
            total -= size


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One process at a time: pytest-xdist has several, which end together."""
    import fcntl

    with open(os.open(folder / ".lock", _LOCK, 0o600), "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
