"""By which words can code reach names and objects that it was not given?"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator

from ._facts import BindingKind, ModuleFacts
from ._import_time import BUILTINS
from .scopes import FUNCTIONS

#: Through each of these, code gets hold of names and objects that it was not given.
_WORDS = frozenset(
    {
        *("exec", "eval", "globals", "locals", "vars", "setattr", "delattr", "__import__"),
        *("builtins", "__builtins__", "ctypes", "gc", "importlib", "import_module", "modules"),
        *("__dict__", "__globals__", "__self__", "__setattr__", "__subclasses__", "__code__"),
        *("__defaults__", "__kwdefaults__", "__closure__", "cell_contents", "__wrapped__"),
        *("_getframe", "currentframe", "f_back", "f_globals", "f_locals", "f_builtins"),
        *("settrace", "setprofile", "monitoring", "meta_path", "path_hooks", "register_at_fork"),
    }
)
#: Those by which a module can bind names of its own, or the builtins, and no statement shows it.
_BINDING = frozenset(
    {
        *("exec", "eval", "globals", "locals", "vars", "builtins", "__builtins__", "modules"),
        *("__globals__", "f_globals", "f_builtins", "_getframe", "currentframe", "ctypes", "gc"),
        "__self__",
    }
)


def binds_unseen(facts: ModuleFacts) -> str:
    """A word by which a module may bind names in a way that cannot be seen; empty without one."""
    return next((word for word in reaching_words(facts) if word in _BINDING), "")


def builtins_bound(facts: ModuleFacts) -> frozenset[str]:
    """Builtins that mean something else in a file, as Python's own table of symbols says.

    Also those that are bound in the head of a definition, by a pattern, or by `global` inside.
    """
    if "*" in facts.names:
        return BUILTINS
    found: set[str] = set()
    waiting = [symtable.symtable(facts.module.text, facts.module.path, "exec")]
    while waiting:
        table = waiting.pop()
        is_module = table.get_type() == "module"
        for symbol in table.get_symbols():
            is_bound = symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
            if is_bound and (is_module or symbol.is_declared_global()):
                found.add(symbol.get_name())
        waiting += table.get_children()
    return BUILTINS & found


def reaching_words(facts: ModuleFacts) -> Iterator[str]:
    """Words by which a file can reach elsewhere, each as often as it stands there."""
    imported = {
        name
        for name, bindings in facts.names.items()
        if any(binding.kind is BindingKind.IMPORT for binding in bindings)
    }
    waiting: list[tuple[ast.AST, bool]] = [(facts.tree, True)]
    while waiting:
        node, at_import = waiting.pop()
        if isinstance(node, FUNCTIONS):
            at_import = False
        if isinstance(node, ast.Name) and node.id in _WORDS:
            yield node.id
        elif isinstance(node, ast.Attribute):
            if node.attr in _WORDS:
                yield node.attr
            if at_import and not isinstance(node.ctx, ast.Load) and _root(node) in imported:
                yield ast.unparse(node)
        elif isinstance(node, ast.alias):
            yield from _WORDS.intersection(node.name.split("."))
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _WORDS
        ):
            yield node.value
        waiting += [(child, at_import) for child in ast.iter_child_nodes(node)]


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
