"""How is the code of a project rewritten when it is imported, however that is done?"""

from __future__ import annotations

import ast
import os
from binascii import crc32
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any

#: Longer files are tables.
_LARGEST_FILE = 1_000_000


class Loading:
    """Loads code below some places rewritten."""

    def __init__(
        self, roots: list[Any], rewritten: Callable[[ast.Module, str], ast.Module | None]
    ) -> None:
        """`roots` are places with a name each; a file goes by that name and the rest of its path.

        `rewritten` returns None for a file that is to stay as it is.
        """
        #: Name of each file that was rewritten, and a sum over its content; 0 when it changed.
        self.sums: dict[str, int] = {}
        self._roots = [(os.path.realpath(place), name) for place, name in roots]
        self._rewritten = rewritten

    def begin(self) -> None:
        """From here on. By the loader: pytest and tests make loaders past all finders."""
        plain = SourceFileLoader.get_code

        def get_code(loader: Any, fullname: str) -> Any:
            code = self._code(loader.path) if type(loader) is SourceFileLoader else None
            return plain(loader, fullname) if code is None else code

        setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 - not as its type has it

    def _code(self, path: str) -> Any:
        """The code of a module, rewritten; None for one that is not, or too much for it."""
        file = self._name_of(os.path.realpath(path))
        if file is None:
            return None
        try:
            with open(path, "rb") as opened:
                data = opened.read(_LARGEST_FILE)
            if len(data) == _LARGEST_FILE:
                return None
            tree = self._rewritten(ast.parse(data, path), file)
            if tree is None:
                return None
            code = compile(tree, path, "exec", dont_inherit=True)
        except (OSError, RecursionError, MemoryError, SyntaxError, ValueError):
            return None
        known = crc32(data) or 1
        self.sums[file] = known if self.sums.get(file, known) == known else 0
        return code

    def _name_of(self, path: str) -> str | None:
        for place, name in self._roots:
            if path == place:
                return name  # type: ignore[no-any-return]
            if path.startswith(os.path.join(place, "")):
                return os.path.join(name, path[len(place) + 1 :])
        return None
