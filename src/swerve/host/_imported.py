"""What came of importing the modules of a side?"""

from __future__ import annotations

import json
from dataclasses import dataclass

#: The error of modules whose process did not live to tell.
DIED = "died"
_MOST_TEXT = 500
_MOST_MODULES = 10_000


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


def imported_from(data: bytes) -> tuple[Imported, ...]:
    """Read a worker's list; empty when it makes no sense."""
    try:
        entries = json.loads(data)
        return tuple(_imported(entry) for entry in entries[:_MOST_MODULES])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()


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
