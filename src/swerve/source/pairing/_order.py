"""Which statements outside functions does a definition come before now, and came behind before?"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from swerve.source.syntax import (
    FUNCTIONS,
    Definition,
    FunctionNode,
    ModuleFacts,
    Trees,
    branches,
    last_name,
    opaque_decorators,
    watchers_of_class,
    written,
)
from swerve.source.syntax.scopes import all_annotations, all_defaults, holds

#: Stands for the names that `import *` brings.
_ANY = "*"


class Order:
    """The statements of both sides that run when a file is imported, in their order."""

    def __init__(self, trees: Trees) -> None:
        self._trees = trees
        self._known: dict[int, _Statements] = {}
        #: By path: names of functions and classes that are handed to a decorator or base in
        #: another order now, with one that is on the other side.
        self._moved: dict[str, dict[str, str]] = {}

    def passed_by(self, path: str, old: Definition, new: Definition) -> str:
        """A statement that a definition has changed places with, and that it has to do with.

        That is one with its name, or with a name that its decorators or defaults read; or another
        definition that is handed to the same decorator, which may keep them in that order.
        """
        before, after = (
            self._statements(tree[path]).around(definition)
            for tree, definition in ((self._trees.old, old), (self._trees.new, new))
        )
        down = (before.ahead - after.ahead) & (after.behind - before.behind)
        up = (before.behind - after.behind) & (after.ahead - before.ahead)
        return next(iter(down | up), "") or self._overtaken(path, new)

    def _overtaken(self, path: str, definition: Definition) -> str:
        if path not in self._moved:
            self._moved[path] = dict(_moved(self._trees.old[path], self._trees.new[path]))
        parts = definition.name.split(".")
        names = (".".join(parts[: count + 1]) for count in range(len(parts)))
        return next((self._moved[path][name] for name in names if name in self._moved[path]), "")

    def _statements(self, facts: ModuleFacts) -> _Statements:
        return self._known.setdefault(id(facts), _Statements(facts))


def _moved(old: ModuleFacts, new: ModuleFacts) -> Iterator[tuple[str, str]]:
    before, after = _handed(old), _handed(new)
    for taker in before.keys() & after.keys():
        olds = [name for name in before[taker] if name in after[taker]]
        news = [name for name in after[taker] if name in before[taker]]
        for block in _shuffled(olds, news):
            for name in block:
                yield name, block[-1] if name == block[0] else block[0]


def _shuffled(old: list[str], new: list[str]) -> Iterator[list[str]]:
    """The stretches in which all names have changed places with another, as small as can be."""
    places = {name: number for number, name in enumerate(new)}
    block, farthest = list[str](), -1
    for number, name in enumerate(old):
        block.append(name)
        farthest = max(farthest, places[name])
        if farthest == number:
            if len(block) > 1:
                yield block
            block = []


def _handed(facts: ModuleFacts) -> dict[str, dict[str, None]]:
    """By name of a decorator or base: the functions and classes that it may keep, in order."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    takers: list[tuple[int, str, list[ast.expr]]] = [
        (each.first_line, each.name, each.node.decorator_list)
        for each in facts.definitions
        if not each.is_nested and opaque_decorators(each, facts)
    ]
    for name, owner in facts.classes.items():
        if any(watchers_of_class(owner.node, facts, unknown_bases=False)):
            heads = [*owner.node.decorator_list, *owner.node.bases]
            takers.append((owner.node.lineno, name, heads))
    for _, name, heads in sorted(takers, key=lambda each: each[0]):
        for head in heads:
            found[last_name(head)][name] = None
    return found


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
        for part in _calls_in_head(statement):
            yield from _names_in(part)
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
    node = definition.node
    for part in (*node.decorator_list, *all_defaults(node.args), *_calls_in_head(node)):
        yield from _names_in(part)


def _calls_in_head(function: FunctionNode) -> Iterator[ast.expr]:
    """Defaults and annotations that call something, which may answer otherwise the next time."""
    parts = (*all_defaults(function.args), *all_annotations(function))
    return (part for part in parts if holds(part, ast.Call))


def _names_in(part: ast.expr) -> Iterator[str]:
    return (each.id for each in ast.walk(part) if isinstance(each, ast.Name))
