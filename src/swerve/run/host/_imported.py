"""What came of importing the modules of a side?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

#: The error of modules whose process did not live to tell.
DIED = "died"
_MOST_TEXT = 500
_MOST_LINES = 100_000
_MOST_NOTES = 20


@dataclass(frozen=True, slots=True)
class Imported:
    """One module of one side after an attempt to import it."""

    module: str
    seconds: float
    #: The exception's type; empty when the import worked.
    error: str = ""
    message: str = ""
    #: The module that was not found, as the import named it.
    missing: str = ""
    #: The innermost line of the tree that the exception came through; the file relative to it.
    file: str = ""
    line: int = 0

    @property
    def works(self) -> bool:
        """Whether the module was imported."""
        return not self.error


@dataclass(frozen=True, slots=True)
class Begun:
    """The import of the next module begins."""


@dataclass(frozen=True, slots=True)
class Ready:
    """All modules were tried, and calls can be run."""

    #: Watched lines that hold code, by the number of their file.
    can_run: tuple[tuple[int, int], ...] = ()
    #: What could not be made equal for both sides, for a person.
    unfrozen: tuple[str, ...] = ()


ImportNews: TypeAlias = Imported | Begun | Ready


def read_import_news(data: bytes) -> ImportNews | None:
    """Read what a warm process says while it imports; nothing when it makes no sense."""
    try:
        entry = json.loads(data)
        if "module" in entry:
            return _imported(entry)
        if "importing" in entry:
            return Begun()
        lines = tuple((int(file), int(line)) for file, line in entry["can_run"][:_MOST_LINES])
        return Ready(lines, tuple(map(_text, entry["unfrozen"][:_MOST_NOTES])))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _imported(entry: dict[str, object]) -> Imported:
    seconds, line = entry.get("seconds"), entry.get("line")
    return Imported(
        module=_text(entry["module"]),
        seconds=seconds if isinstance(seconds, float) else 0.0,
        error=_text(entry.get("error", "")),
        message=_text(entry.get("message", "")),
        missing=_text(entry.get("missing", "")),
        file=_text(entry.get("file", "")),
        line=line if isinstance(line, int) else 0,
    )


def _text(value: object) -> str:
    return value[:_MOST_TEXT] if isinstance(value, str) else ""
