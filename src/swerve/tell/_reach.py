"""Which changed lines of a function ran, which did not, and which never could?"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from functools import lru_cache

from swerve.model import LineNo
from swerve.source.syntax import FUNCTIONS, Unreadable, parse

RAN, MISSED, IDLE = "r", "m", "-"

_COMPOUND = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Match),
    *(ast.Try, getattr(ast, "TryStar", ast.Try)),
)


def line_states(
    source: str, first_line: LineNo, changed: Container[LineNo], ran: Container[LineNo]
) -> list[str]:
    """Say for each line of a function whether it ran, was missed, or is nothing that runs.

    Engines tell the line that a statement starts on: its other lines share its fate. Lines that
    did not change, empty lines, comments and docstrings are idle.
    """
    states = [IDLE] * (source.count("\n") + 1)
    for first, last in _statements(source):
        lines = range(first_line + first - 1, first_line + last)
        state = RAN if any(line in ran for line in lines) else MISSED
        for line in lines:
            if line in changed and line - first_line < len(states):
                states[line - first_line] = state
    return states


@lru_cache(maxsize=64)
def _statements(source: str) -> tuple[tuple[int, int], ...]:
    return tuple(_found_statements(source))


def _found_statements(source: str) -> Iterator[tuple[int, int]]:
    """First and last line of each statement, or of its head; nested ones come after."""
    indented = source[:1] in (" ", "\t")
    # Texts that reach over lines would change if the indentation were taken away.
    tree = parse(f"if 1:\n{source}" if indented else source)
    shift = 1 if indented else 0
    if isinstance(tree, Unreadable):
        for number, text in enumerate(source.split("\n"), 1):
            if not _is_idle(text):
                yield number, number
        return
    lines = source.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or node.lineno <= shift or _is_text(node):
            continue
        first, last = _start(node) - shift, _last_line(node) - shift
        while last > first and _is_idle(lines[last - 1]):  # between a head and its body
            last -= 1
        yield first, last


def _last_line(node: ast.stmt) -> int:
    if isinstance(node, (*_COMPOUND, *FUNCTIONS, ast.ClassDef)):
        inner = node.cases[0].pattern if isinstance(node, ast.Match) else node.body[0]
        return max(node.lineno, _start(inner) - 1)
    return node.end_lineno or node.lineno


def _is_idle(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _start(node: ast.stmt | ast.pattern) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
