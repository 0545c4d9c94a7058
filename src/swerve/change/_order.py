"""Which statements outside functions does a definition come before now, and came behind before?"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from swerve.syntax import FUNCTIONS, Definition, ModuleFacts, Trees, branches, written

#: Stands for the names that `import *` brings.
_ANY = "*"


class Order:
    """The statements of both sides that run when a file is imported, in their order."""

    def __init__(self, trees: Trees) -> None:
        self._trees = trees
        self._known: dict[int, _Statements] = {}

    def passed_by(self, path: str, old: Definition, new: Definition) -> str:
        """A statement that a definition has changed places with, and that it has to do with.

        That is one with its name, or with a name that its decorators or defaults read.
        """
        before, after = (
            self._statements(tree[path]).around(definition)
            for tree, definition in ((self._trees.old, old), (self._trees.new, new))
        )
        down = (before.ahead - after.ahead) & (after.behind - before.behind)
        up = (before.behind - after.behind) & (after.ahead - before.ahead)
        return next(iter(down | up), "")

    def _statements(self, facts: ModuleFacts) -> _Statements:
        return self._known.setdefault(id(facts), _Statements(facts))


class _Around:
    def __init__(self) -> None:
        self.ahead: Counter[str] = Counter()
        self.behind: Counter[str] = Counter()


class _Statements:
    def __init__(self, facts: ModuleFacts) -> None:
        self._facts = facts

    def around(self, definition: Definition) -> _Around:
        """What stands ahead of a definition and behind it."""
        found = _Around()
        seen = set()
        for name in {_ANY, *_names_of_head(definition)}:
            for statement in self._by_name.get(name, ()):
                if statement is definition.node or id(statement) in seen:
                    continue
                seen.add(id(statement))
                is_ahead = statement.lineno < definition.first_line
                (found.ahead if is_ahead else found.behind)[_text(statement)] += 1
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[ast.stmt]]:
        found: dict[str, list[ast.stmt]] = defaultdict(list)
        for statement in _simple(self._facts.tree.body):
            for name in set(_mentioned(statement)):
                found[name].append(statement)
        return found


def _simple(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if not isinstance(node, FUNCTIONS):
            for _, block in branches(node):
                yield from _simple(block)


def _text(statement: ast.stmt) -> str:
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return f"def {statement.name}"
    return written(statement).partition("\n")[0]


def _mentioned(statement: ast.stmt) -> Iterator[str]:
    """Names that a statement has to do with; of a block, those of its head."""
    if isinstance(statement, FUNCTIONS):
        yield statement.name
        return
    inner = {id(each) for _, block in branches(statement) for each in block}
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        for field in ("name", "rest"):
            if isinstance(word := getattr(node, field, None), str):
                yield word
        waiting += (child for child in ast.iter_child_nodes(node) if id(child) not in inner)


def _names_of_head(definition: Definition) -> Iterator[str]:
    yield definition.bare_name
    arguments = definition.node.args
    for part in (*definition.node.decorator_list, *arguments.defaults, *arguments.kw_defaults):
        if part is not None:
            yield from (each.id for each in ast.walk(part) if isinstance(each, ast.Name))
