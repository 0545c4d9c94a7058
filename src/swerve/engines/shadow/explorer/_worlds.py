"""How do two versions of a project live in one process?"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

from swerve.worker.recipes.building import attribute_path


@dataclass(frozen=True)
class Replaced:
    """A module that is made of another text than its file has, with some more names in it."""

    module: str
    text: str
    names: Mapping[str, Any]


class VersionModules:
    """One version: its modules, which are the ones imported only while it is entered."""

    def __init__(self, roots: Sequence[str], replaced: Replaced | None = None) -> None:
        self._roots = list(roots)
        self._finders = [] if replaced is None else [_Finder(replaced)]
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
        sys.meta_path[:0] = self._finders
        self._is_entered = True
        try:
            yield
        finally:
            self._is_entered = False
            del sys.path[: len(self._roots)]
            for finder in self._finders:
                sys.meta_path.remove(finder)
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


class _Finder(MetaPathFinder):
    """Finds the module that is replaced."""

    def __init__(self, replaced: Replaced) -> None:
        self._replaced = replaced

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say where it is, and how it is loaded."""
        if fullname != self._replaced.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin, self._replaced)
        return spec


class _Loader(SourceFileLoader):
    """Loads it from its other text."""

    def __init__(self, fullname: str, path: str, replaced: Replaced) -> None:
        super().__init__(fullname, path)
        self._replaced = replaced

    def exec_module(self, module: ModuleType) -> None:
        """Run the text as the module."""
        code = compile(self._replaced.text, self.path, "exec", dont_inherit=True)
        module.__dict__.update(self._replaced.names)
        exec(code, module.__dict__)  # noqa: S102 - in a confined process, as all of the module
