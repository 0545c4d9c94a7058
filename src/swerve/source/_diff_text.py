"""How does a change read as a unified diff?"""

from __future__ import annotations

import difflib
from collections.abc import Container
from itertools import chain

from swerve.source._raw import FileVersions, RawChange


def diff_text(raw: RawChange, only: Container[str] | None = None) -> str:
    """All files of a change that differ, or some of them, as `diff -u` would show them."""
    files = (file for file in raw.files if only is None or file.path in only)
    return "".join(chain.from_iterable(map(_lines, files)))


def _lines(file: FileVersions) -> list[str]:
    old, new = (_text(side).splitlines(keepends=True) for side in (file.old, file.new))
    old_name = "/dev/null" if file.old is None else f"a/{file.path}"
    new_name = "/dev/null" if file.new is None else f"b/{file.path}"
    found = difflib.unified_diff(old, new, old_name, new_name)
    return [line if line.endswith("\n") else f"{line}\n" for line in found]


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8", "replace")
