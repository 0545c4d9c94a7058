"""How does this package get into an interpreter that does not have it?

The parent runs this file as a script:

    python _boot.py DESCRIPTOR [MODULE]

It loads the modules beside it under a name that no project uses, gives them builtins of their own,
takes its traces out of `sys`, and starts one of them: the base, where none is named.
"""

from __future__ import annotations

import builtins
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import ModuleType

_PACKAGE = "_within"
_BUILTINS = dict(vars(builtins))


class _Loader(SourceFileLoader):
    """Runs a module with a copy of the builtins, which `builtins.len = ...` does not reach."""

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = _BUILTINS
        super().exec_module(module)


class _Finder:
    """Finds the modules of this package, and no others."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Say where a module of the package is."""
        if not name.startswith(_PACKAGE):
            return None
        below = name[len(_PACKAGE) :].replace(".", "/")
        is_package = below.count("/") < 2  # all modules are in packages of this one
        folders = [self.folder + below] if is_package else None
        place = self.folder + below + ("/__init__.py" if is_package else ".py")
        return spec_from_file_location(
            name, place, loader=_Loader(name, place), submodule_search_locations=folders
        )


def load(folder: str, module: str = "core._base") -> ModuleType:
    """Load the package from its folder and return one of its modules."""
    finder = _Finder(folder)
    sys.meta_path.insert(0, finder)
    try:
        __import__(_PACKAGE + "." + module)
        return sys.modules[_PACKAGE + "." + module]
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.startswith(_PACKAGE)]:
            del sys.modules[name]


if __name__ == "__main__":
    folder = sys.path.pop(0)  # where this script is; the target must not see it
    arguments = sys.argv[1:]
    sys.argv[:] = [""]
    load(folder, *arguments[1:2]).main(int(arguments[0]))
