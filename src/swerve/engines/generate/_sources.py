"""What do the modules and the classes of a tree say, read when somebody asks?"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from swerve.observe.recipe import Class, Inventory, Name
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
    module: str, name: str, sources: Mapping[str, str], own: str | None = None, depth: int = 0
) -> tuple[str, FunctionNode | ast.ClassDef] | None:
    """What a name of a module stands for: its own module, and the function or class there.

    `own` is the text of the module, where that is not what `sources` say.
    """
    text = sources.get(module) if own is None else own
    if text is None or depth > _DEEPEST:
        return None
    found, imported = _bound(text)
    if name in found:
        return module, found[name]
    if name in imported:
        level, origin, original = imported[name]
        return definition(
            _absolute(module, level, origin, sources), original, sources, None, depth + 1
        )
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


def members_in(inventory: Inventory, sources: Mapping[str, str]) -> dict[Name, frozenset[str]]:
    """Methods, fields and what constructors set, with those of bases; only what can be made."""
    written: dict[Name, frozenset[str]] = {}
    for module, text in sources.items():
        tree = parse(text)
        if not isinstance(tree, Unreadable):
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    written[Name(module, node.name)] = _written(node)
    return {
        name: _members(known, inventory, written, 0)
        for name, known in inventory.classes.items()
        if known.constructor is not None and not known.abstract
    }


def _members(
    known: Class, inventory: Inventory, written: Mapping[Name, frozenset[str]], depth: int
) -> frozenset[str]:
    found = {each.name.qualname.rpartition(".")[2] for each in known.methods}
    found |= {field.name for field in known.fields}
    found |= written.get(known.name, frozenset())
    for base in known.bases:
        inherited = inventory.classes.get(base)
        if inherited is not None and depth < 8:
            found |= _members(inherited, inventory, written, depth + 1)
    return frozenset(found)


def _written(node: ast.ClassDef) -> frozenset[str]:
    """Attributes that methods set on the instance."""
    found = set()
    for method in node.body:
        if isinstance(method, FUNCTIONS):
            found.add(method.name)
            for part in ast.walk(method):
                if (
                    isinstance(part, ast.Attribute)
                    and isinstance(part.ctx, ast.Store)
                    and isinstance(part.value, ast.Name)
                    and part.value.id == "self"
                ):
                    found.add(part.attr)
    return frozenset(found)
