"""What did a call tell the loggers? Warnings and worse, by logger, in order."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..core._arrivals import disguised, when_imported
from ._heard import MORE

#: Numbers of levels below this one are set aside: chatter.
_LEAST = 30
_MOST = 1_000


class Logs:
    """Hears every record that a logger lets through."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Any, Any]] = []
        #: How many there were beyond the most that are kept.
        self.missed = 0
        when_imported("logging", self._listen)

    def forget(self) -> None:
        """Begin anew."""
        self.records.clear()
        self.missed = 0

    def by_logger(self, start: int = 0, missed: int = 0) -> dict[str, list[Any]]:
        """Level and message of the records from one on, by the name of the logger."""
        found: dict[str, list[Any]] = {}
        for name, level, message in self.records[start:]:
            found.setdefault(name, []).append((level, message))
        if self.missed > missed:
            found[""] = [MORE]
        return found

    def _listen(self, logging: ModuleType) -> None:
        original = logging.Logger.handle

        def handle(logger: Any, record: Any) -> Any:
            self._hear(record)
            return original(logger, record)

        logging.Logger.handle = disguised(handle, original)

    def _hear(self, record: Any) -> None:
        if type(record.levelno) is int and record.levelno < _LEAST:
            return
        if len(self.records) >= _MOST:
            self.missed += 1
            return
        try:
            message = record.getMessage()
        except Exception:
            message = record.msg  # as `logging` itself, which tells of it on stderr
        name = record.name if type(record.name) is str else ""  # no other one is a good key
        self.records.append((name, record.levelname, message))
