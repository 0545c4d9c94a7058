"""What may a call change around it that the next one must find as it was?"""

from __future__ import annotations

import os as _os
import sys as _sys
import time as _time
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

    __slots__ = ("_data", "_environ", "_folder", "_locale", "_mask", "_recursion", "_zone")

    def __init__(self) -> None:
        self._folder = _getcwd()
        self._mask = _umask(0o077)
        _umask(self._mask)
        self._environ: Any = _os.environ
        self._data: dict[bytes, bytes] = dict(_os.environ._data)  # type: ignore[attr-defined]
        self._zone = _time.tzname
        self._locale = "" if _setlocale is None else _setlocale(_LC_ALL, None)
        self._recursion = _getrecursionlimit()

    def restore(self) -> tuple[str, ...]:
        """Put everything back, and say what had changed."""
        changed = []
        if _umask(self._mask) != self._mask:
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
        if _setlocale is not None and _setlocale(_LC_ALL, None) != self._locale:
            _setlocale(_LC_ALL, self._locale)
            changed.append("locale")
        if _getrecursionlimit() != self._recursion:
            _setrecursionlimit(self._recursion)
            changed.append("recursion limit")
        return tuple(changed)

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
            and all(map(_is, data.values(), self._data.values()))
            and all(map(_is, data, self._data))
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
