"""What do instances of the classes of a tree have?"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from swerve.observe.recipe import Class, Inventory, Name
from swerve.source.syntax import FUNCTIONS, Unreadable, parse


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
