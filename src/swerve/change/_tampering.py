"""Does a change bring code that can reach into other code, past the names that lead there?

Code stays the same, or is proved to do the same, only as long as its names mean what they seem to
mean. `builtins.len = ...` in another file takes that away, and so does a package that hides a
module. Nothing is said about what was there before the change: that is trusted.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from swerve.syntax import FUNCTIONS, BindingKind, ModuleFacts, Trees

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


def tampering(trees: Trees) -> Iterator[str]:
    """In words after "may be changed by", what files of a change bring that reaches elsewhere."""
    for path, facts in trees.new.items():
        before = trees.old.get(path)
        known = Counter() if before is None else Counter(_reaching(before))
        for word in Counter(_reaching(facts)) - known:
            yield f"{path}, which brings `{word}`"


def hidden_by(trees: Trees, path: str) -> str:
    """The package that a change adds and that is found in place of a module; often none."""
    package = f"{path.removesuffix('.py')}/__init__.py"
    return package if package in trees.new and package not in trees.old else ""


def _reaching(facts: ModuleFacts) -> Iterator[str]:
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
