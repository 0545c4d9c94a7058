"""What does a function do with its names?

Asked by rewriters that must not change what it does: where the answer is not sure, it is no.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from bench.source import FUNCTIONS, FunctionNode, Source

#: Whoever uses one of these can see how the code around is written.
_LOOKING = {
    *("locals", "vars", "dir", "eval", "exec", "globals", "_getframe", "currentframe", "stack"),
    *("inspect", "super", "__class__", "getrefcount", "gc", "weakref", "settrace", "traceback"),
}
_SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_GUARDS = (ast.Try, ast.With, ast.AsyncWith)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


class Scope:
    """The names of one function, and the blocks of statements in it."""

    def __init__(self, source: Source, function: FunctionNode) -> None:
        self.source = source
        self.function = function

    @cached_property
    def is_looked_at(self) -> bool:
        """Whether the function may see its own names or frames, so that it is best left alone."""
        words = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for node in ast.walk(self.function)
            if isinstance(node, (ast.Attribute, ast.Name))
        }
        return bool(words & _LOOKING)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of its parameters."""
        nodes = ast.walk(self.function.args)
        return frozenset(node.arg for node in nodes if isinstance(node, ast.arg))

    @cached_property
    def occurrences(self) -> Counter[str]:
        """How often each name is written in it, in functions inside of it too."""
        found = Counter(node.id for node in self._names)
        found.update(
            node.name
            for node in ast.walk(self.function)
            if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler)) and node.name
        )
        return found

    @cached_property
    def declared(self) -> frozenset[str]:
        """Names that belong to another scope, in it or in a function inside of it."""
        return frozenset(
            name
            for node in ast.walk(self.function)
            if isinstance(node, (ast.Global, ast.Nonlocal))
            for name in node.names
        )

    @cached_property
    def captured(self) -> frozenset[str]:
        """Names that functions and lazy expressions inside of it use."""
        inner = (*FUNCTIONS, ast.Lambda, ast.GeneratorExp, ast.ClassDef)
        return frozenset(
            name.id
            for node in ast.walk(self.function)
            if isinstance(node, inner) and node is not self.function
            for name in ast.walk(node)
            if isinstance(name, ast.Name)
        )

    @cached_property
    def locals(self) -> frozenset[str]:
        """Names that are bound in it, parameters included."""
        stored = {node.id for node in self._names if not isinstance(node.ctx, ast.Load)}
        defined = {
            node.name
            for node in ast.walk(self.function)
            if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler))
            and node is not self.function
            and node.name
        }
        imported = {
            (alias.asname or alias.name).partition(".")[0]
            for node in ast.walk(self.function)
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        return frozenset(stored | defined | imported | self.parameters)

    @cached_property
    def stores(self) -> Counter[str]:
        """How often each name is bound by an assignment of any kind."""
        return Counter(node.id for node in self._names if not isinstance(node.ctx, ast.Load))

    @cached_property
    def _names(self) -> list[ast.Name]:
        return [node for node in ast.walk(self.function) if isinstance(node, ast.Name)]

    @cached_property
    def _deleted(self) -> frozenset[str]:
        return frozenset(node.id for node in self._names if isinstance(node.ctx, ast.Del))

    def blocks(self) -> Iterator[list[ast.stmt]]:
        """Its lists of statements, without those of functions and classes inside of it."""
        yield from _blocks(self.function)

    def certain(self, statement: ast.stmt) -> frozenset[str]:
        """Local names that have a value for sure when a statement is run."""
        found = set(self.parameters)
        node: ast.AST = statement
        while node is not self.function:
            above = self.source.parents[node]
            for block in _own_blocks(above):
                if node in block:
                    before = block[: block.index(node)]
                    found.update(name for each in before for name in _bound_by(each))
                    if isinstance(above, (ast.For, ast.AsyncFor)) and block is above.body:
                        found.update(_names_in_target(above.target))
            node = above
        return frozenset(found - self._deleted - self.declared)

    def is_bound_by_each(self, name: str, but: ast.AST) -> bool:
        """Whether a name, wherever it is used outside of a node, is a loop's own that uses it."""
        here = {id(node) for node in ast.walk(but)}
        return name not in self.captured and all(
            id(node) in here or self._is_of_a_loop(node) for node in self._names if node.id == name
        )

    def _is_of_a_loop(self, node: ast.Name) -> bool:
        below: ast.AST = node
        while below is not self.function:
            above = self.source.parents[below]
            if isinstance(above, ast.For) and node.id in _names_in_target(above.target):
                return below is above.target or below in above.body
            if isinstance(above, ast.comprehension) and node.id in _names_in_target(above.target):
                return below is not above.iter
            if isinstance(above, _COMPREHENSIONS) and below not in above.generators:
                targets = [each.target for each in above.generators]
                if any(node.id in _names_in_target(target) for target in targets):
                    return True
            below = above
        return False

    def is_guarded(self, statement: ast.stmt) -> bool:
        """Whether an exception in a statement may be caught in the function."""
        return self._is_in(statement, _GUARDS)

    def is_in_loop(self, statement: ast.stmt) -> bool:
        """Whether a statement may run several times in one call."""
        return self._is_in(statement, _LOOPS)

    def _is_in(self, statement: ast.stmt, kinds: tuple[type[ast.AST], ...]) -> bool:
        node: ast.AST = statement
        while node is not self.function:
            node = self.source.parents[node]
            if isinstance(node, kinds):
                return True
        return False

    def fresh(self, word: str) -> str:
        """A name that is nowhere in the file."""
        name, number = word, 1
        while name in self.source.text:
            number += 1
            name = f"{word}_{number}"
        return name


def names_in(*nodes: ast.AST) -> frozenset[str]:
    """All names that are written in some nodes."""
    return frozenset(
        name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)
    )


def has(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    """Whether a node is of a kind, or has one of it inside."""
    return any(isinstance(each, kinds) for each in ast.walk(node))


def own_expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement that run in the scope of its function, whole blocks aside."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not isinstance(child, (*_SCOPES, *_COMPREHENSIONS)):
            yield child
            yield from own_expressions(child)
        elif isinstance(child, ast.keyword):
            yield from own_expressions(child)


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for block in _own_blocks(node):
        yield block
        for statement in block:
            if not isinstance(statement, _SCOPES):
                yield from _blocks(statement)
    for handler in getattr(node, "handlers", ()):
        yield from _blocks(handler)


def _own_blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    """Names that have a value once a statement is behind."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _names_in_target(target)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield from _names_in_target(statement.target)
    elif isinstance(statement, FUNCTIONS):
        yield statement.name


def _names_in_target(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            yield from _names_in_target(each)
