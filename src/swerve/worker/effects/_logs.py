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
        self._heard: dict[str, list[tuple[str, Any]]] = {}
        self._left = _MOST
        when_imported("logging", self._listen)

    def forget(self) -> None:
        """Begin anew."""
        if self._heard:
            self._heard = {}
            self._left = _MOST

    def take(self) -> dict[str, list[tuple[str, Any]]]:
        """Level and message of each record, by the name of the logger."""
        return self._heard

    def _listen(self, logging: ModuleType) -> None:
        original = logging.Logger.handle

        def handle(logger: Any, record: Any) -> Any:
            self._hear(record)
            return original(logger, record)

        logging.Logger.handle = disguised(handle, original)

    def _hear(self, record: Any) -> None:
        if record.levelno < _LEAST or self._left <= 0:
            return
        self._left -= 1
        try:
            message = record.getMessage()
        except Exception:
            message = record.msg  # as `logging` itself, which tells of it on stderr
        self._heard.setdefault(record.name, []).append((record.levelname, message))
