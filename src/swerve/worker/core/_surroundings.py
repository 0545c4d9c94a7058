"""What may a call change around it that the next one must find as it was?"""

from __future__ import annotations

import os as _os
import sys as _sys
import time as _time
from collections.abc import Iterator
from operator import is_ as _is
from typing import Any

try:
    from _locale import LC_ALL as _LC_ALL
    from _locale import setlocale as _setlocale
except ImportError:  # an interpreter without locales
    _setlocale = None  # type: ignore[assignment]

_getcwd = _os.getcwd
_chdir = _os.chdir
_umask = _os.umask
_putenv = _os.putenv
_unsetenv = _os.unsetenv
_tzset = getattr(_time, "tzset", None)
_getrecursionlimit = _sys.getrecursionlimit
_setrecursionlimit = _sys.setrecursionlimit


class Surroundings:
    """Working folder, umask, environment, time zone, locale and recursion limit as they are now."""

    __slots__ = ("_data", "_environ", "_folder", "_locale", "_recursion", "_zone", "mask")

    def __init__(self) -> None:
        self._folder = _getcwd()
        self.mask = _umask(0o077)
        _umask(self.mask)
        self._environ: Any = _os.environ
        self._data: dict[bytes, bytes] = dict(_os.environ._data)  # type: ignore[attr-defined]
        self._zone = _time.tzname
        self._locale = "" if _setlocale is None else _setlocale(_LC_ALL, None)
        self._recursion = _getrecursionlimit()

    def is_as_before(self) -> bool:
        """Whether there is nothing to tell and nothing to restore, the recursion limit aside."""
        return (
            self._is_same_environment()
            and self._is_in_folder()
            and self._is_same_mask()
            and _time.tzname is self._zone
            and self._is_same_locale()
        )

    def changes(self, removed: object) -> Iterator[tuple[str, object]]:
        """What is not as it was, with what is there now; `removed` stands for what is gone."""
        if not self._is_same_environment():
            changed = self._changed_variables(removed)
            if changed:
                yield "environment", changed
        if not self._is_in_folder():
            try:
                yield "working_folder", _getcwd()
            except OSError:
                yield "working_folder", removed
        if not self._is_same_mask():
            mask = _umask(self.mask)
            yield "umask", oct(mask)
            _umask(mask)
        if not self._is_same_locale():
            yield "locale", _setlocale(_LC_ALL, None)
        if _time.tzname is not self._zone and tuple(_time.tzname) != tuple(self._zone):
            yield "time_zone", tuple(_time.tzname)

    def _changed_variables(self, removed: object) -> dict[object, object]:
        data = getattr(_os.environ, "_data", None)
        if type(data) is not dict:
            return {"os.environ": removed}
        changed: dict[object, object] = {
            _shown(name): _shown(value)
            for name, value in data.items()
            if type(name) is bytes and self._data.get(name) != value
        }
        gone = (name for name in self._data if name not in data)
        return changed | {_shown(name): removed for name in gone}

    def restore(self) -> tuple[str, ...]:
        """Put everything back, and say what had changed."""
        changed = []
        if _umask(self.mask) != self.mask:
            changed.append("umask")
        if not self._is_in_folder():
            self._go_back()
            changed.append("working folder")
        if not self._is_same_environment():
            self._restore_environment()
            changed.append("environment")
        if _time.tzname is not self._zone and _tzset is not None:
            _tzset()
            self._zone = _time.tzname
            changed.append("time zone")
        if not self._is_same_locale():
            _setlocale(_LC_ALL, self._locale)
            changed.append("locale")
        if _getrecursionlimit() != self._recursion:
            _setrecursionlimit(self._recursion)
            changed.append("recursion limit")
        return tuple(changed)

    def _is_same_locale(self) -> bool:
        return _setlocale is None or _setlocale(_LC_ALL, None) == self._locale

    def _is_same_mask(self) -> bool:
        mask = _umask(self.mask)
        return mask == self.mask or _umask(mask) == mask  # which puts it back

    def _is_in_folder(self) -> bool:
        try:
            return _getcwd() == self._folder
        except OSError:  # the folder is gone
            return False

    def _go_back(self) -> None:
        try:
            _chdir(self._folder)
        except OSError:  # the target removed it: there is nowhere to go
            pass

    def _is_same_environment(self) -> bool:
        """By identity of names and values: nothing that the target left there is asked."""
        data = getattr(self._environ, "_data", None)
        return (
            _os.environ is self._environ
            and type(data) is dict
            and len(data) == len(self._data)
            and all(map(_is, data, self._data))
            and all(map(_is, data.values(), self._data.values()))
        )

    def _restore_environment(self) -> None:
        _os.environ = self._environ
        data = getattr(self._environ, "_data", None)
        if type(data) is dict:
            for key in data:
                if type(key) is bytes and key not in self._data:
                    _unsetenv(key)
        fresh = dict(self._data)
        self._environ._data = fresh
        for key, value in fresh.items():
            _putenv(key, value)


def _shown(value: object) -> object:
    return _os.fsdecode(value) if type(value) is bytes else value
