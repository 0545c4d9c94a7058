"""What did a change bring or take away, and did all of it run?

A line that ran says nothing about `x if x != 8675309 else y` on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from swerve.model import Function, Pair
from swerve.worker.core.conditions import (
    Part,
    leaves_in,
    line_of,
    parts_in,
    truth_of,
    with_truth,
)

from ._reach import decided_tests, modules_of, out_of_reach, parameter_names
from ._reading import Unreadable, node_of, parse
from .scopes import FunctionNode

#: 0 for the old side or 1 for the new, and a line or the number of a part of an expression.
SidePlace: TypeAlias = tuple[int, int]
_MOST_WRITTEN = 60
_SIDES = ("old", "new")
_BLOCKS = (ast.stmt, ast.ExceptHandler, *([ast.match_case] if hasattr(ast, "match_case") else []))


def watched_parts(function: Function) -> tuple[int, ...]:
    """Numbers of what begins on changed lines: parts of expressions, outcomes of conditions."""
    node = node_of(function)
    if node is None:
        return ()
    numbers = [each.number for each in parts_in(node)]
    for leaf in leaves_in(node):
        numbers += [with_truth(leaf.number, truth) for truth in (False, True)]
    changed = frozenset(function.changed_lines)
    return tuple(number for number in numbers if line_of(number) in changed)


def places_that_ran(old: Iterable[int], new: Iterable[int]) -> frozenset[SidePlace]:
    """Lines and parts of expressions that ran on the old and on the new side."""
    return frozenset((side, each) for side, places in enumerate((old, new)) for each in places)


def statements_not_run(pair: Pair, ran: frozenset[SidePlace]) -> Iterator[tuple[int, ast.stmt]]:
    """Statements on changed lines of the old side, 0, and of the new side, 1, that have not run."""
    nodes = node_of(pair.old), node_of(pair.new)
    beyond = _out_of_reach(pair, *nodes)
    for side, (function, node) in enumerate(zip((pair.old, pair.new), nodes, strict=True)):
        for statement, lines in () if node is None else _statements(node):
            is_changed = not lines.isdisjoint(function.changed_lines)
            has_run = any((side, line) in ran for line in lines)
            if is_changed and not has_run and statement not in beyond:
                yield side, statement
        for statement, lines in () if node is None else _handlers(node):
            is_changed = not lines.isdisjoint(function.changed_lines)
            has_run = any((side, line) in ran for line in lines)
            if is_changed and not has_run and statement not in beyond:
                yield side, statement


def places_not_run(pair: Pair, ran: frozenset[SidePlace]) -> Iterator[str]:
    """In words, what a change brought or took away, and nobody has seen run.

    These are statements on changed lines, and parts of conditional expressions and outcomes of
    conditions that only one version has.
    """
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None:
        return
    for side, statement in statements_not_run(pair, ran):
        yield _never(ast.unparse(statement).partition("\n")[0], side, statement.lineno)
    for side, part in _parts_not_run(pair, old, new, ran):
        yield _never(ast.unparse(part.node), side, line_of(part.number))
    yield from _conditions_one_way(pair, ran)


def lines_not_run(pair: Pair, ran: frozenset[SidePlace]) -> tuple[frozenset[int], frozenset[int]]:
    """Lines of the old and of the new side on which the same begins."""
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None:
        return frozenset(), frozenset()
    found: tuple[set[int], set[int]] = set(), set()
    for side, statement in statements_not_run(pair, ran):
        found[side].add(statement.lineno)
    for side, part in _parts_not_run(pair, old, new, ran):
        found[side].add(line_of(part.number))
    return frozenset(found[0]), frozenset(found[1])


def outcomes_not_seen(pair: Pair, ran: frozenset[SidePlace]) -> Iterator[tuple[int, int, Part]]:
    """Conditions that only one version has, and what nobody has seen them come to.

    The side, the number of the outcome, and the condition; its test ran, or else that is what is
    missing.
    """
    old, new = node_of(pair.old), node_of(pair.new)
    if old is None or new is None:
        return
    shared = _shared_parameters(pair, old, new)
    decided = decided_tests(old, shared) | decided_tests(new, shared)
    beyond = _out_of_reach(pair, old, new) | decided
    for side, (node, other) in enumerate(((old, new), (new, old))):
        known = {ast.dump(leaf.node) for leaf in leaves_in(other)}
        for leaf in leaves_in(node):
            if leaf.node in beyond or ast.dump(leaf.node) in known:
                continue
            for truth in (False, True):
                number = with_truth(leaf.number, truth)
                if (side, number) not in ran:
                    yield side, number, leaf


def _conditions_one_way(pair: Pair, ran: frozenset[SidePlace]) -> Iterator[str]:
    """In words, conditions that only one version has, and that were always false or always true."""
    for side, number, leaf in outcomes_not_seen(pair, ran):
        is_missing_true = truth_of(number)
        other = leaf.number if is_missing_true else with_truth(leaf.number, True)
        if (side, other) in ran:
            answer = "false" if is_missing_true else "true"
            yield f"{_placed(ast.unparse(leaf.node), side, line_of(number))} was always {answer}"


def _out_of_reach(
    pair: Pair, old: FunctionNode | None, new: FunctionNode | None
) -> frozenset[ast.AST]:
    """What calls that both versions accept do not run, on either side."""
    if old is None or new is None:
        return frozenset()
    shared = _shared_parameters(pair, old, new)
    imported = always_imported(pair)
    return out_of_reach(old, shared, imported) | out_of_reach(new, shared, imported)


def _shared_parameters(pair: Pair, old: FunctionNode, new: FunctionNode) -> frozenset[str]:
    renamed = {name for each in pair.renamings for name in (each.old, each.new)}
    return (parameter_names(old) & parameter_names(new)) | renamed


def always_imported(pair: Pair) -> frozenset[str]:
    """Modules that one of the files cannot do without: where they are missing, nothing runs."""
    found: set[str] = set()
    for function in (pair.old, pair.new):
        tree = parse(function.module.text)
        for node in [] if isinstance(tree, Unreadable) else tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found.update(modules_of(node))
    return frozenset(found - {""})


def _parts_not_run(
    pair: Pair, old: FunctionNode, new: FunctionNode, ran: frozenset[SidePlace]
) -> Iterator[tuple[int, Part]]:
    """Parts of conditional expressions that only one version has."""
    beyond = _out_of_reach(pair, old, new)
    for side, (node, other) in enumerate(((old, new), (new, old))):
        known = {ast.dump(part.holder) for part in parts_in(other)}
        for part in parts_in(node):
            is_open = (side, part.number) not in ran and part.node not in beyond
            if is_open and ast.dump(part.holder) not in known:
                yield side, part


def _statements(function: FunctionNode) -> Iterator[tuple[ast.stmt, frozenset[int]]]:
    """The statements in a function for which something runs, and the lines of each of them alone.

    What stands in a function inside runs when that is called.
    """
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, _BLOCKS)]
        if isinstance(node, ast.stmt) and not _is_idle(node):
            first = min((each.lineno for each in inner if isinstance(each, ast.stmt)), default=0)
            last = max(node.lineno, first - 1) if first else node.end_lineno or node.lineno
            yield node, frozenset(range(node.lineno, last + 1))
        waiting[:0] = inner


def _handlers(function: FunctionNode) -> Iterator[tuple[ast.stmt, frozenset[int]]]:
    """The first statement of each handler of exceptions, and its lines from `except` on."""
    for node in ast.walk(function):
        if isinstance(node, ast.ExceptHandler):
            first = node.body[0]
            yield first, frozenset(range(node.lineno, (first.end_lineno or first.lineno) + 1))


def _is_idle(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, (ast.Global, ast.Nonlocal, ast.Try, ast.Pass)) or (
        isinstance(node, ast.AnnAssign) and node.value is None
    )


def _never(text: str, side: int, line: int) -> str:
    return f"{_placed(text, side, line)} never ran"


def _placed(text: str, side: int, line: int) -> str:
    shown = text if len(text) <= _MOST_WRITTEN else f"{text[:_MOST_WRITTEN]}..."
    return f"`{shown}` ({_SIDES[side]} line {line})"
