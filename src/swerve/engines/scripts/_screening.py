"""Which scripts are fit to be run?"""

from __future__ import annotations

import ast
import builtins
import symtable

from swerve.model import is_public
from swerve.source.syntax import Unreadable, parse

#: What every main module has.
_GIVEN = frozenset((*dir(builtins), "__file__", "__builtins__", "__annotations__", "__class__"))
#: What named tuples offer to everybody.
_OFFERED = frozenset(("_replace", "_asdict", "_fields", "_make", "_field_defaults"))
_OWN = frozenset(("self", "cls"))


def normal_form(source: str) -> str | None:
    """A script without comments and layout; `None` when it is no Python."""
    tree = parse(source)
    return None if isinstance(tree, Unreadable) else ast.unparse(tree)


def undefined_names(source: str) -> tuple[str, ...]:
    """Names that a script reads and nobody defines, in order of the alphabet.

    A script that imports `*` may get any name from there.
    """
    try:
        table = symtable.symtable(source, "<script>", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return ()
    if _imports_everything(source):
        return ()
    bound = {each.get_name() for each in table.get_symbols() if _is_bound(each)}
    read: set[str] = set()
    waiting = [table]
    while waiting:
        inner = waiting.pop()
        waiting += inner.get_children()
        for symbol in inner.get_symbols():
            name = symbol.get_name()
            is_of_module = inner is table or symbol.is_global()
            if symbol.is_declared_global() and symbol.is_assigned():
                bound.add(name)
            if symbol.is_referenced() and is_of_module:
                read.add(name)
    return tuple(sorted(read - bound - _GIVEN))


def private_names(source: str) -> tuple[str, ...]:
    """Names that are nobody's business outside of the project, and that a script uses."""
    tree = parse(source)
    if isinstance(tree, Unreadable):
        return ()
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [each.name for each in node.names if not is_public(each.name)]
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module or ''}.{each.name}" for each in node.names)
            found += [name for name in names if not is_public(name) and node.module != "__future__"]
        elif isinstance(node, ast.Attribute) and not _is_own(node.value):
            found += [node.attr] if not is_public(node.attr) and node.attr not in _OFFERED else []
    return tuple(dict.fromkeys(found))


def _is_own(node: ast.expr) -> bool:
    """Whether an attribute is one of the script's own objects, inside of their class."""
    return isinstance(node, ast.Name) and node.id in _OWN


def _is_bound(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _imports_everything(source: str) -> bool:
    tree = parse(source)
    return not isinstance(tree, Unreadable) and any(
        isinstance(node, ast.ImportFrom) and any(each.name == "*" for each in node.names)
        for node in ast.walk(tree)
    )
