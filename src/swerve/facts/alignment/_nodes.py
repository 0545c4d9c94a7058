"""How is a piece of syntax copied, where does it stand, and what was it before?"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar

from swerve.model import LineNo

NodeT = TypeVar("NodeT", bound=ast.AST)
_OLD = "swerve_old"


def rebuilt(node: NodeT, **values: object) -> NodeT:
    """A copy of a node with other values in some fields; what is known of it stays."""
    fields = {name: getattr(node, name) for name in node._fields if hasattr(node, name)}
    copied = type(node)(**{**fields, **values})
    vars(copied).update({k: v for k, v in vars(node).items() if k not in node._fields})
    return copied


def tied(node: NodeT, old: NodeT) -> NodeT:
    """A copy of a node that is shared, which knows what it was in the old version."""
    copied = rebuilt(node)
    setattr(copied, _OLD, old)
    return copied


def old_node(node: ast.AST) -> ast.AST | None:
    """What a shared node was in the old version."""
    found = getattr(node, _OLD, None)
    return found if isinstance(found, ast.AST) else None


def untie(node: ast.AST) -> None:
    """Forget what the node was."""
    if hasattr(node, _OLD):
        delattr(node, _OLD)


def lines_of(nodes: Sequence[ast.AST]) -> tuple[LineNo, ...]:
    """Lines of neighbouring pieces of code, from the first to the last."""
    first = [line for node in nodes if (line := getattr(node, "lineno", None)) is not None]
    last = [line for node in nodes if (line := getattr(node, "end_lineno", None)) is not None]
    return tuple(range(min(first), max(last) + 1)) if first and last else ()
