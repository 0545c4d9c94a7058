"""Which changed lines of a function hold code, and which of them ran?"""

from __future__ import annotations

import ast

from swerve.model import Function
from swerve.source.syntax import node_of


class ChangedLines:
    """The changed lines of one version that hold code."""

    def __init__(self, function: Function) -> None:
        node = node_of(function)
        changed = set(function.changed_lines)
        self._head: set[int] = set()
        self._body = changed
        if node is not None:
            body = [each for each in node.body if not _is_text(each)] or node.body
            first = min(each.lineno for each in node.body)
            self._head = {line for line in changed if line < first}
            inside = range(body[0].lineno, function.last_line + 1)
            self._body = {line for line in changed if line in inside}

    @property
    def has_code(self) -> bool:
        """Whether any of them can run."""
        return bool(self._head or self._body)

    @property
    def in_body(self) -> frozenset[int]:
        """Those below the head: a call runs them."""
        return frozenset(self._body)

    def reached(self, began: frozenset[int]) -> set[int]:
        """Those that ran; whoever runs a function has run its head."""
        return (self._body & began) | (self._head if began else set())


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
