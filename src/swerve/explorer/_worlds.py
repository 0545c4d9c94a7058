"""How do two versions of a project live in one process?"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from swerve.worker._building import attribute_path


class World:
    """One version: its modules, which are the ones imported only while it is entered."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = list(roots)
        self._modules: dict[str, ModuleType] = {}
        self._is_entered = False

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let imports find this version, and no other."""
        if self._is_entered:
            yield
            return
        before = dict(sys.modules)
        sys.modules.update(self._modules)
        sys.path[:0] = self._roots
        self._is_entered = True
        try:
            yield
        finally:
            self._is_entered = False
            del sys.path[: len(self._roots)]
            own = [name for name, module in sys.modules.items() if self._holds(module)]
            self._modules = {name: sys.modules.pop(name) for name in own}
            sys.modules.update({name: before[name] for name in own if name in before})

    def find(self, module: str, qualname: str) -> Any:
        """Something of this version, or of a library."""
        with self.entered():
            found: Any = importlib.import_module(module)
            for name in attribute_path(qualname) if qualname else ():
                found = getattr(found, name)
            return found

    def _holds(self, module: ModuleType) -> bool:
        file = getattr(module, "__file__", None)
        places = [file] if isinstance(file, str) else list(getattr(module, "__path__", ()))
        return any(
            isinstance(place, str) and place.startswith(f"{root}/")
            for place in places
            for root in self._roots
        )
