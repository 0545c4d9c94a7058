"""What do the two versions of a function read and name, best where they differ?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from swerve.model import Function, LineNo, Pair
from swerve.source.syntax import FUNCTIONS, Unreadable, parse

_MOST_PATHS, _MOST_CONSTANTS = 12, 24
_LONGEST_CONSTANT = 60
#: Bits.
_LONGEST_INT = 64
_KINDS = (float, str)
_BRANCHES = (ast.If, ast.While, ast.IfExp, ast.Assert)


@dataclass(frozen=True, slots=True)
class Focus:
    """What to vary in calls of a function, as it travels: lists in place of tuples."""

    #: From a parameter on: names of attributes, and keys in lists of one.
    paths: list[list[Any]]
    constants: list[Any]


def focus_of(pair: Pair) -> Focus | None:
    """What the changed code of a pair reads and names first, then its conditions, then the rest."""
    paths: dict[str, list[Any]] = {}
    constants: dict[str, Any] = {}
    nodes = [_node_of(function) for function in (pair.old, pair.new)]
    if None in nodes:
        return None
    found: list[tuple[int, ast.expr]] = []
    for function, node in zip((pair.old, pair.new), nodes, strict=True):
        if node is not None:
            found += _ranked(node, frozenset(function.changed_lines))
    for _, each in sorted(found, key=lambda one: one[0]):
        if isinstance(each, ast.Constant):
            if _is_plain(each.value):
                constants.setdefault(repr(each.value), each.value)
        elif path := _path(each):
            paths.setdefault(repr(path), path)
    return Focus(list(paths.values())[:_MOST_PATHS], list(constants.values())[:_MOST_CONSTANTS])


def words_near(function: Function) -> frozenset[str]:
    """Names and short texts in the changed lines of a function, and in what leads to them."""
    node = _node_of(function)
    changed = frozenset(function.changed_lines)
    found: set[str] = set()
    for each in () if node is None else ast.walk(node):
        lines = range(getattr(each, "lineno", 0), getattr(each, "end_lineno", 0) + 1)
        if changed.isdisjoint(lines):
            continue
        heads = [getattr(each, field, None) for field in _HEADS]
        for head in (each, *heads) if isinstance(each, ast.expr) else heads:
            found.update(_words_in(head) if isinstance(head, ast.AST) else ())
    return frozenset(found)


#: What of a statement leads into its blocks.
_HEADS = ("test", "iter", "subject", "value", "targets")


def _words_in(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.keyword(arg=str() as word):
                yield word
            case ast.Constant(value=str() as word) if word.isidentifier():
                yield word


def _node_of(function: Function) -> ast.AST | None:
    tree = parse(function.module.text)
    if isinstance(tree, Unreadable):
        return None
    places = (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))
    return next((node for node in places if node.lineno == function.def_line), None)


def _ranked(node: ast.AST, changed: frozenset[LineNo]) -> Iterator[tuple[int, ast.expr]]:
    """Expressions with how far they are from what changed."""
    asked = {
        id(inner)
        for each in ast.walk(node)
        if isinstance(each, _BRANCHES)
        for inner in ast.walk(each.test)
    }
    for each in ast.walk(node):
        if isinstance(each, ast.expr):
            lines = range(each.lineno, (each.end_lineno or each.lineno) + 1)
            is_changed = not changed.isdisjoint(lines)
            yield (0 if is_changed else 1 if id(each) in asked else 2), each


def _path(node: ast.expr) -> list[Any] | None:
    """`self.meta["a"]`, or `.get("a")`, as a path; None for all else."""
    match node:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=inner, attr=name):
            way = _path(inner)
            return None if way is None else [*way, name]
        case ast.Subscript(value=inner, slice=ast.Constant(value=str() | int() as key)):
            way = _path(inner)
            return None if way is None else [*way, [key]]
        case ast.Call(
            func=ast.Attribute(value=inner, attr="get" | "pop" | "setdefault"),
            args=[ast.Constant(value=str() | int() as key), *_],
        ):
            way = _path(inner)
            return None if way is None else [*way, [key]]
        case ast.Compare(
            left=ast.Constant(value=str() as key), ops=[ast.In() | ast.NotIn()], comparators=[inner]
        ):
            way = _path(inner)
            return None if way is None else [*way, [key]]
    return None


def _is_plain(value: object) -> bool:
    if isinstance(value, int):  # some are too long to be written
        return value.bit_length() <= _LONGEST_INT
    return value is None or (type(value) in _KINDS and len(repr(value)) <= _LONGEST_CONSTANT)
