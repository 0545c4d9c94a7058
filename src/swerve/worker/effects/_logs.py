"""What did a call tell the loggers? Warnings and worse, by logger, in order."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..core._arrivals import disguised, when_imported

#: Numbers of levels below this one are set aside: chatter.
_LEAST = 30
_MOST = 1_000


class Logs:
    """Hears every record that a logger lets through."""

    def __init__(self) -> None:
        self.records: list[tuple[str, str, Any]] = []
        when_imported("logging", self._listen)

    def forget(self) -> None:
        """Begin anew."""
        self.records.clear()

    def by_logger(self, start: int = 0) -> dict[str, list[tuple[str, Any]]]:
        """Level and message of the records from one on, by the name of the logger."""
        found: dict[str, list[tuple[str, Any]]] = {}
        for name, level, message in self.records[start:]:
            found.setdefault(name, []).append((level, message))
        return found

    def _listen(self, logging: ModuleType) -> None:
        original = logging.Logger.handle

        def handle(logger: Any, record: Any) -> Any:
            self._hear(record)
            return original(logger, record)

        logging.Logger.handle = disguised(handle, original)

    def _hear(self, record: Any) -> None:
        if record.levelno < _LEAST or len(self.records) >= _MOST:
            return
        try:
            message = record.getMessage()
        except Exception:
            message = record.msg  # as `logging` itself, which tells of it on stderr
        self.records.append((record.name, record.levelname, message))
