"""Which warnings did a run give? All of them, whatever was shown before."""

from __future__ import annotations

import warnings

_simplefilter = warnings.simplefilter


class Warned:
    """Hears every warning that target code does not catch itself."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, object]] = []
        _simplefilter("always")
        self._filters = list(warnings.filters)
        warnings.showwarning = self._hear

    def settle(self) -> None:
        """Take the filters that imports have set as given."""
        self._filters = list(warnings.filters)

    def start(self) -> None:
        """Forget what was heard; whatever target code did to the filters is undone."""
        self._seen = []
        warnings.showwarning = self._hear
        if warnings.filters != self._filters:
            warnings.filters[:] = self._filters  # type: ignore[index]

    def take(self) -> list[tuple[str, object]]:
        """Category and message of each warning since `start`, in order."""
        return self._seen

    def _hear(
        self,
        message: object,
        category: type,
        filename: str,
        lineno: int,
        file: object = None,
        line: object = None,
    ) -> None:
        if isinstance(message, Warning):
            args = message.args
            self._seen.append((category.__qualname__, args[0] if len(args) == 1 else args))
        else:
            self._seen.append((category.__qualname__, message))
