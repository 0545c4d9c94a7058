"""Which functions were looked at before a change, and are where nobody looks since?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from swerve.model import LeftOut, Problem, Side
from swerve.model.plurals import counted
from swerve.source._raw import FileVersions
from swerve.source._selection import Selection
from swerve.source.disk import Content, Loaded, Refused

#: Reads both versions of a file.
Sides: TypeAlias = Callable[[], tuple[Loaded, Loaded]]
#: A file that is left out, and what reads it.
Unseen: TypeAlias = tuple[str, Sides]

#: Special methods are in files that have nothing to do with each other.
_NAME = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+(?!__)(\w+)", re.MULTILINE)
_MOST_NAMED = 5


def left_out_now(path: str, old: bytes, why: str, selection: Selection) -> LeftOut | Problem:
    """What becomes of a file that was looked at as it was, and is one that nobody looks at."""
    lost = _names(old)
    if not lost or selection.why_left_out_by_content(path, old):
        return LeftOut(path, why)
    message = f"left out after this change ({why}): {_counted(lost)} in it cannot be compared"
    hint = "Review the file by hand."
    if "--max-file-size" in why:
        hint = "Use `--max-file-size BYTES` to check it."
    return Problem("no-longer-checked", path, Side.NEW, message, hint)


def moved_out_of_sight(
    files: Iterable[FileVersions], unseen: Iterable[Unseen]
) -> Iterator[Problem]:
    """Functions that leave files that are looked at, and come to files that are not.

    Names decide, since nothing of such a file is understood. One that cannot be read may hold any.
    """
    lost = {
        name: file.path
        for file in files
        if file.old is not None
        for name in _names(file.old) - _names(file.new or b"")
    }
    if not lost:
        return
    for path, read in unseen:
        old, new = read()
        gained = _names(new.data) if isinstance(new, Content) else frozenset[bytes]()
        gained -= _names(old.data) if isinstance(old, Content) else frozenset()
        if isinstance(new, Refused):
            gained = frozenset(lost)
        names = sorted(name for name in gained if name in lost)
        if names:
            named = ", ".join(
                f"`{name.decode('utf-8', 'replace')}`" for name in names[:_MOST_NAMED]
            )
            more = f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else ""
            places = ", ".join(sorted({lost[name] for name in names}))
            message = f"left out, but {named}{more} may have moved here from {places}"
            hint = "To compare both files, include them with `--include`."
            yield Problem("moved-out-of-sight", path, Side.NEW, message, hint)


def _names(data: bytes) -> frozenset[bytes]:
    return frozenset(_NAME.findall(data))


def _counted(names: frozenset[bytes]) -> str:
    return counted(len(names), "function")
