"""Which files does an interpreter need, found without running it?"""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from swerve.model.errors import BadUsage, PathMissing
from swerve.source.build.files import read_bytes

#: Every cell has these, but for the administrator's own folders.
_SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib64")))
_NOT_SYSTEM = tuple(map(Path, ("/usr/src", "/usr/local/src", "/usr/local/etc")))
#: Folders in which each program depends on its neighbours.
_WHOLE = tuple(map(Path, ("/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew")))
#: Folders that hold much beside an interpreter.
_BROAD = frozenset(map(Path, ("/", "/home", "/opt", "/srv", "/tmp", "/var", "/mnt", "/media")))  # noqa: S108
#: What of an installation is about Python, and what else there is that its library opens.
_PARTS = ("lib*/python3*", "lib*/libpython3*", "lib*/pypy3*", "include/python3*")
_PARTS_OF_ITS_OWN = (
    *("bin/python*", "bin/pypy*"),  # scripts start them
    *("lib*/tcl[0-9]*", "lib*/tk[0-9]*", "share/zoneinfo"),
)
#: What Python's own modules are linked against, where an installation brings it.
_LIBRARY = re.compile(
    r"lib(bz2|crypt|crypto|db|expat|ffi|form|gcc_s|gdbm|gdbm_compat|iconv|intl|lzma|mpdec|ncurses"
    r"|ncursesw|nsl|panel|panelw|pypy3.*|readline|sqlite3|ssl|stdc\+\+|tcl[\d.]*|tinfo|tinfow|tirpc"
    r"|tk[\d.]*|uuid|X11|xcb|Xau|Xdmcp|z|zstd)[-\d.]*\.so"
)
_READABLE_HINT = "`--readable` and SWERVE_READABLE name files and folders that code may read."
_MOST_LINKS = 40
_MOST_PATH_FILES = 200


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an interpreter and its packages are."""

    #: As it is to be started. Not resolved: by its path a virtual environment is found.
    executable: Path
    #: The paths that lead to the program, the executable first.
    hops: tuple[Path, ...]
    #: The program itself, behind all links.
    program: Path
    #: The folder of the virtual environment, if it is one.
    environment: Path | None
    #: The `bin` that the virtual environment says it was made from.
    home: Path | None
    #: The folders of installations on the way from the executable to the program.
    bases: tuple[Path, ...]

    @property
    def prefixes(self) -> tuple[Path, ...]:
        """The environment and what it was made from."""
        return self.bases if self.environment is None else (self.environment, *self.bases)


def layout_of(executable: Path, *trees: Path) -> Layout:
    """Follow the links from an executable to its installation; `OSError` when they lead nowhere.

    Folders that only files of a tree under check make look like an installation are none.
    """
    hops = tuple(_hops(executable))
    program = real_path(executable)
    environment, home = _environment(executable)
    places = (home, *(hop.parent for hop in hops), program.parent)
    bases = (_installation_around(place, trees) for place in places if place is not None)
    found = dict.fromkeys(base for base in bases if base is not None)
    return Layout(executable, hops, program, environment, home, tuple(found))


def readable_for(layout: Layout, *projects: Path, is_named: bool = True) -> tuple[Path, ...]:
    """Files and folders that must be readable for the interpreter to run.

    Each is the program, or lies in its virtual environment or its installation with all links
    followed. A folder that also holds other things, such as a home folder or the project itself,
    is never among them as a whole. Nor is one outside of the project that nobody has named, but
    files of the project: environments of other projects may lie in it, and settings with passwords.
    """
    own = tuple(map(real_path, (*layout.prefixes, *_WHOLE)))
    inside = tuple(map(real_path, projects))
    parts = (
        part
        for prefix in layout.prefixes
        for part in _parts(
            prefix, projects, is_whole=is_named or is_in_any(real_path(prefix), inside)
        )
    )
    found = [part for part in parts if is_in_any(real_path(part), own)]
    found += [hop for hop in layout.hops if real_path(hop) == layout.program]
    return _without_inner(
        path for path in dict.fromkeys(found) if not is_system(path) and os.path.exists(path)
    )


def allowed_paths(named: Iterable[str]) -> tuple[Path, ...]:
    """What the user lets code read besides: paths named, and those in $SWERVE_READABLE."""
    listed = os.environ.get("SWERVE_READABLE", "").split(os.pathsep)
    paths = [Path(os.path.abspath(path)) for path in (*named, *filter(None, listed))]
    for path in paths:
        if not os.path.exists(path):
            raise PathMissing(f"`{path}` does not exist.", _READABLE_HINT)
        if path == path.parent:
            raise BadUsage("Code cannot be allowed to read the whole machine.", _READABLE_HINT)
    return tuple(paths)


def is_copy(layout: Layout, *trees: Path) -> bool:
    """Whether a program is a copy of the one that its environment was made from, outside trees."""
    for name in (layout.program.name, "python3", "python") if layout.home else ():
        original = real_path(Path(f"{layout.home}/{name}"))
        if not is_in_any(original, trees) and original.is_file():
            with suppress(OSError):
                if filecmp.cmp(layout.program, original, shallow=False):
                    return True
    return False


def paths_named_in(folder: Path, *projects: Path) -> Iterator[Path]:
    """Folders that path files (`*.pth`) in a packages folder add to the import path.

    Inside a cell they are not seen, so that the interpreter does not tell about them. Those
    that hold no code, or much else, are not told either.
    """
    for file in sorted(folder.glob("*.pth"))[:_MOST_PATH_FILES]:
        for line in read_bytes(file).decode("utf-8", "replace").splitlines():
            text = line.strip()
            if not text or text.startswith(("#", "import ", "import\t")) or "\0" in text:
                continue
            path = folder / text
            if not is_broad(path, *projects) and _holds_code(path):
                yield Path(os.path.normpath(path))


def is_system(path: Path) -> bool:
    """Whether every cell has a path without being told."""
    return is_in_any(path, _SYSTEM) and not is_in_any(path, _NOT_SYSTEM)


def is_in(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == folder or folder in path.parents


def is_in_any(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path lies in one of some folders."""
    return any(is_in(path, folder) for folder in folders)


def real_path(path: Path) -> Path:
    """A path with all links followed; `Path.resolve` raises where they go round in circles."""
    return Path(os.path.realpath(path))


def is_broad(path: Path, *projects: Path) -> bool:
    """Whether a folder holds much that code has no business with."""
    home = real_path(Path(os.path.expanduser("~")))
    resolved = real_path(path)
    if resolved in _BROAD or resolved == home / ".local":
        return True
    places = (home, *map(real_path, projects))
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
        text = read_bytes(folder / "pyvenv.cfg").decode("utf-8", "replace")
        for line in text.splitlines():
            key, _, value = line.partition("=")
            if key.strip().lower() == "home" and os.path.isabs(value.strip()):
                return folder, Path(value.strip().partition("\0")[0])
    return None, None


def _installation_around(folder: Path, trees: tuple[Path, ...]) -> Path | None:
    """The folder above a `bin` that has a standard library.

    One that a tree brings makes an installation of that tree at most, and not of what is around it.
    """
    for place in (folder.parent, folder):
        around = [tree for tree in trees if not is_in(real_path(place), tree)]
        if place != place.parent and any(
            not is_in_any(real_path(library), around)
            for pattern in ("lib*/python3*/os.py", "lib*/pypy3*/os.py")
            for library in place.glob(pattern)
        ):
            return place
    return None


def _parts(prefix: Path, projects: tuple[Path, ...], *, is_whole: bool) -> Iterator[Path]:
    for whole in _WHOLE:
        if is_in(prefix, whole):
            yield whole
            return
    holds_others = is_broad(prefix, *projects)
    if is_whole and not holds_others:
        yield prefix
        return
    yield prefix / "pyvenv.cfg"
    for pattern in _PARTS if holds_others else (*_PARTS, *_PARTS_OF_ITS_OWN):
        yield from sorted(prefix.glob(pattern))
    if not holds_others:
        libraries = sorted(prefix.glob("lib*/lib*.so*"))
        yield from (each for each in libraries if _LIBRARY.match(each.name))


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
