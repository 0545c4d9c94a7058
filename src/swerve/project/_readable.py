"""Which files does an interpreter need, found without running it?"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Every cell has these, but for the administrator's own folders.
_SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib64")))
_NOT_SYSTEM = tuple(map(Path, ("/usr/src", "/usr/local/src", "/usr/local/etc")))
#: Folders in which each program depends on its neighbours.
_WHOLE = tuple(map(Path, ("/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew")))
#: Folders that hold much beside an interpreter.
_BROAD = frozenset(map(Path, ("/", "/home", "/opt", "/srv", "/tmp", "/var", "/mnt", "/media")))  # noqa: S108
_MOST_LINKS = 40
_MOST_CONFIGURATION = 10_000
_MOST_PATH_FILES = 200
_MOST_PATH_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an interpreter and its packages are."""

    #: As it is to be started. Not resolved: by its path a virtual environment is found.
    executable: Path
    #: The paths that lead to the program, the executable first.
    hops: tuple[Path, ...]
    #: The folder of the virtual environment, if it is one.
    environment: Path | None
    #: The folder of the installation; `None` when nothing there looks like one.
    base: Path | None


def layout_of(executable: Path) -> Layout:
    """Follow the links from an executable to its installation; `OSError` when they lead nowhere."""
    hops = tuple(_hops(executable))
    environment, home = _environment(executable)
    places = (home, *(hop.parent for hop in hops), hops[-1].resolve().parent)
    bases = (_installation_around(place) for place in places if place is not None)
    return Layout(executable, hops, environment, next((base for base in bases if base), None))


def readable_for(layout: Layout, *projects: Path) -> tuple[Path, ...]:
    """Files and folders that must be readable for the interpreter to run.

    A folder that also holds other things, such as a home folder or the project itself, is
    never among them as a whole.
    """
    found: dict[Path, None] = {}
    prefixes = [layout.environment, layout.base]
    prefixes += [_installation_around(hop.parent) for hop in layout.hops]
    for prefix in prefixes:
        if prefix is not None:
            found.update(dict.fromkeys(_parts(prefix, projects)))
    found.update(dict.fromkeys(layout.hops))
    return _without_inner(path for path in found if not is_system(path) and os.path.exists(path))


def paths_named_in(folder: Path, *projects: Path) -> Iterator[Path]:
    """Folders that path files (`*.pth`) in a packages folder add to the import path.

    Inside a cell they are not seen, so that the interpreter does not tell about them. Those
    that hold no code, or much else, are not told either.
    """
    for file in sorted(folder.glob("*.pth"))[:_MOST_PATH_FILES]:
        for line in _text(file, _MOST_PATH_BYTES).splitlines():
            text = line.strip()
            if not text or text.startswith(("#", "import ", "import\t")):
                continue
            path = folder / text
            if not is_broad(path, *projects) and _holds_code(path):
                yield Path(os.path.normpath(path))


def is_system(path: Path) -> bool:
    """Whether every cell has a path without being told."""
    if any(is_in(path, place) for place in _NOT_SYSTEM):
        return False
    return any(is_in(path, place) for place in _SYSTEM)


def is_in(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == folder or folder in path.parents


def is_broad(path: Path, *projects: Path) -> bool:
    """Whether a folder holds much that code has no business with."""
    home = Path(os.path.expanduser("~"))
    resolved = path.resolve()
    if resolved in _BROAD or resolved == home / ".local":
        return True
    places = (home, *(project.resolve() for project in projects))
    return any(resolved == place or resolved in place.parents for place in places)


def _hops(path: Path) -> Iterator[Path]:
    for _ in range(_MOST_LINKS):
        yield path
        if not path.is_symlink():
            break
        path = Path(os.path.normpath(path.parent / os.readlink(path)))
    path.stat()


def _environment(executable: Path) -> tuple[Path | None, Path | None]:
    """The virtual environment around an executable, and the `bin` that it was made from."""
    for folder in (executable.parent, executable.parent.parent):
        text = _text(folder / "pyvenv.cfg", _MOST_CONFIGURATION)
        for line in text.splitlines():
            key, _, value = line.partition("=")
            if key.strip().lower() == "home" and os.path.isabs(value.strip()):
                return folder, Path(value.strip())
    return None, None


def _installation_around(folder: Path) -> Path | None:
    """The folder above a `bin` that has a standard library."""
    for place in (folder.parent, folder):
        if place != place.parent and any(
            any(place.glob(pattern)) for pattern in ("lib*/python3*/os.py", "lib*/pypy3*/os.py")
        ):
            return place
    return None


def _parts(prefix: Path, projects: tuple[Path, ...]) -> Iterator[Path]:
    for whole in _WHOLE:
        if is_in(prefix, whole):
            yield whole
            return
    if not is_broad(prefix, *projects):
        yield prefix
        return
    yield prefix / "pyvenv.cfg"
    for pattern in ("lib*/python3*", "lib*/libpython3*", "lib*/pypy3*", "include/python3*"):
        yield from sorted(prefix.glob(pattern))


def _without_inner(paths: Iterator[Path]) -> tuple[Path, ...]:
    """The paths that lie in none of the others."""
    kept = list(paths)
    return tuple(path for path in kept if not any(other in path.parents for other in kept))


def _holds_code(folder: Path) -> bool:
    try:
        with os.scandir(folder) as scan:
            return any(
                entry.name.endswith((".py", ".so"))
                or (
                    re.fullmatch(r"\w+", entry.name) and os.path.isfile(f"{entry.path}/__init__.py")
                )
                for entry in scan
            )
    except OSError:
        return False


def _text(file: Path, most_bytes: int) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(most_bytes).decode("utf-8", "replace")
    except OSError:
        return ""
