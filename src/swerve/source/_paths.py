"""What differs between two files or two folders?"""

from __future__ import annotations

import contextlib
import errno
import filecmp
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

from swerve.model import LeftOut, Problem, Settings, Side
from swerve.model.errors import PathMismatch, PathMissing
from swerve.model.pyproject import LARGEST

from ._brought import contract_brought, holding_for_paths
from ._contents import Contents, Found, contents_from, unread, versions_from
from ._raw import FileVersions, Folder, RawChange, SingleFile, TreeSource
from ._selection import Selection, larger_than
from .disk import Absent, Content, Loaded, Refused, Walked, read_file, walk
from .git._names import quoted
from .pairing._lost import Sides


def read_paths(old: Path, new: Path, wanted: Selection | Settings) -> RawChange:
    """Read the change from one file to another, or from one folder to another."""
    old_is_folder, new_is_folder = _is_folder(old), _is_folder(new)
    if old_is_folder != new_is_folder:
        folder, file = (old, new) if old_is_folder else (new, old)
        raise PathMismatch(
            f"{quoted(str(folder))} is a folder, and {quoted(str(file))} is a file.",
            "Give two files or two folders.",
        )
    holding = holding_for_paths(old, new, wanted)
    selection, brought = holding.selection, holding.brought
    trees: tuple[TreeSource, TreeSource] | None
    if old_is_folder:
        found = list(_compare_folders(old, new, selection))
        unseen = [
            (each.file, _sides(old, new, each.file, selection.max_bytes))
            for each in found
            if isinstance(each, LeftOut)
        ]
        contents = contents_from(found, unseen)
        trees = (Folder(old.absolute()), Folder(new.absolute()))
        for left in contents.left_out:
            sides = (read_file(os.path.join(each, left.file), LARGEST) for each in (old, new))
            counts = isinstance(wanted, Settings) and wanted.trust_change
            brought += tuple(contract_brought(left.file, *sides, counts=counts))
    else:
        contents = contents_from([_compare_files(old, new, selection.naming([new.name]))])
        trees = _single_files(contents)
    return RawChange(
        str(old),
        str(new),
        contents.files,
        problems=contents.problems,
        left_out=contents.left_out,
        trees=trees,
        settings=holding.settings,
        brought=brought,
        around=_around(old, contents.files) if old_is_folder else frozenset(),
        unread=tuple(unread(contents)),
        beside=tuple(_beside(old, new)) if old_is_folder else (),
    )


def _single_files(contents: Contents) -> tuple[TreeSource, TreeSource] | None:
    for file in contents.files:
        if file.old is not None and file.new is not None:
            return SingleFile(file.path, file.old), SingleFile(file.path, file.new)
    return None


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError) as error:
        raise _missing(path, error) from error


def _missing(path: Path, error: OSError | ValueError) -> PathMissing:
    words = error.strerror if isinstance(error, OSError) else str(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOENT, errno.ENOTDIR):
        return PathMissing(f"There is no file or folder {quoted(str(path))}.", "Check the path.")
    return PathMissing(f"{quoted(str(path))} cannot be read: {words}.", "Check its permissions.")


def _read_named(path: Path, max_bytes: int) -> Loaded:
    """Read a file that the user named: a link is followed, a pipe is fine."""
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise _missing(path, error) from error
    return Refused(larger_than(max_bytes)) if len(data) > max_bytes else Content(data)


def _compare_files(old: Path, new: Path, selection: Selection) -> Found:
    old_side = _read_named(old, selection.max_bytes)
    new_side = _read_named(new, selection.max_bytes)
    if old_side != new_side and (why := selection.why_left_out(new.name)):
        return LeftOut(new.name, why)
    return versions_from(new.name, old_side, new_side, selection)


def _compare_folders(old: Path, new: Path, selection: Selection) -> Iterator[Found]:
    old_folder, new_folder = (_walk(each, _is_python) for each in (old, new))
    for side, folder in ((Side.OLD, old_folder), (Side.NEW, new_folder)):
        for path, trouble in sorted(folder.closed.items()):
            yield Problem(trouble.code, path, side, trouble.message, trouble.hint)
    # What was not seen on one side may be there all the same.
    hidden = tuple(f"{path}/" for path in (*old_folder.closed, *new_folder.closed))
    for path in sorted(old_folder.files.keys() | new_folder.files.keys()):
        stats = (old_folder.files.get(path), new_folder.files.get(path))
        places = (os.path.join(old, path), os.path.join(new, path))
        if path.startswith(hidden) or _are_same(places, stats):
            continue
        if why := selection.why_left_out(path):
            yield LeftOut(path, why)
            continue
        old_side, new_side = (
            read_file(place, selection.max_bytes) if there else Absent()
            for place, there in zip(places, stats, strict=True)
        )
        yield versions_from(path, old_side, new_side, selection)


def _sides(old: Path, new: Path, file: str, max_bytes: int) -> Sides:
    """Both versions of a file, once somebody wants them."""
    before, after = (os.path.join(each, file) for each in (old, new))
    return lambda: (read_file(before, max_bytes), read_file(after, max_bytes))


def _around(top: Path, files: Iterable[FileVersions]) -> frozenset[str]:
    """What lies in the folders of files and above them, before the change and with it."""
    paths = {file.path for file in files}
    for folder in {above for path in paths for above in PurePosixPath(path).parents}:
        with contextlib.suppress(OSError):
            paths.update(str(folder / name) for name in os.listdir(top / folder))
    return frozenset(paths)


def _beside(old: Path, new: Path) -> Iterator[str]:
    """Files that are no Python, and differ."""
    old_files, new_files = (_walk(each, _is_no_python).files for each in (old, new))
    for path in sorted(old_files.keys() | new_files.keys()):
        places = (os.path.join(old, path), os.path.join(new, path))
        if not _are_same(places, (old_files.get(path), new_files.get(path))):
            yield path


def _is_python(name: str) -> bool:
    return name.endswith(".py")


def _is_no_python(name: str) -> bool:
    return not _is_python(name)


def _walk(top: Path, is_wanted: Callable[[str], bool]) -> Walked:
    try:
        return walk(top, is_wanted)
    except OSError as error:
        raise _missing(top, error) from error


def _are_same(
    places: tuple[str, str], stats: tuple[os.stat_result | None, os.stat_result | None]
) -> bool:
    """Whether two files are known to have the same bytes, or two links the same target."""
    old, new = stats
    if old is None or new is None or stat.S_IFMT(old.st_mode) != stat.S_IFMT(new.st_mode):
        return False
    if os.path.samestat(old, new):
        return True
    try:
        if stat.S_ISLNK(old.st_mode):
            return os.readlink(places[0]) == os.readlink(places[1])
        return (
            stat.S_ISREG(old.st_mode)
            and old.st_size == new.st_size
            and filecmp.cmp(*places, shallow=False)
        )
    except OSError:
        return False
