"""What do the modules of a tree say, read when somebody asks?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, parse, read_source

#: Re-exports that are followed.
_DEEPEST = 4


class Sources(Mapping[str, str]):
    """Module -> text, for the modules below the import roots of a tree."""

    def __init__(self, tree: Path, roots: Sequence[str] = (".",)) -> None:
        self._folders = [tree / root for root in roots]
        self._read: dict[str, str | None] = {}

    def __getitem__(self, module: str) -> str:
        if module not in self._read:
            self._read[module] = self._text(module)
        text = self._read[module]
        if text is None:
            raise KeyError(module)
        return text

    def __iter__(self) -> Iterator[str]:
        """Those that were asked for so far."""
        return iter([module for module, text in self._read.items() if text is not None])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _text(self, module: str) -> str | None:
        for folder in self._folders:
            path = folder.joinpath(*module.split("."))
            for file in (path.with_suffix(".py"), path / "__init__.py"):
                if file.is_file():
                    source = read_source(file.read_bytes())
                    return None if isinstance(source, Unreadable) else source
        return None


def definition(
    module: str, name: str, sources: Mapping[str, str], depth: int = 0
) -> tuple[str, FunctionNode | ast.ClassDef] | None:
    """What a name of a module stands for: its own module, and the function or class there."""
    text = sources.get(module)
    if text is None or depth > _DEEPEST:
        return None
    found, imported = _bound(text)
    if name in found:
        return module, found[name]
    if name in imported:
        level, origin, original = imported[name]
        return definition(_absolute(module, level, origin, sources), original, sources, depth + 1)
    return None


@lru_cache(maxsize=64)
def _bound(
    text: str,
) -> tuple[dict[str, FunctionNode | ast.ClassDef], dict[str, tuple[int, str, str]]]:
    """Functions and classes of a module, and what it imports by name."""
    found: dict[str, FunctionNode | ast.ClassDef] = {}
    imported: dict[str, tuple[int, str, str]] = {}
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return found, imported
    for statement in tree.body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            found[statement.name] = statement
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                origin = statement.level, statement.module or "", alias.name
                imported[alias.asname or alias.name] = origin
    return found, imported


def _absolute(module: str, level: int, origin: str, sources: Mapping[str, str]) -> str:
    if not level:
        return origin
    parts = module.split(".")
    is_package = f"{module}.__init__" in sources
    kept = parts[: len(parts) - level + is_package]
    return ".".join([*kept, origin] if origin else kept)
