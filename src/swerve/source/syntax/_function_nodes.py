"""Where in its file does a function stand?"""

from __future__ import annotations

import ast

from swerve.model import Function
from swerve.source.syntax._reading import Unreadable, parse
from swerve.source.syntax.scopes import FUNCTIONS, FunctionNode


def node_of(function: Function) -> FunctionNode | None:
    """The definition of a function in its file."""
    tree = parse(function.module.text)
    if isinstance(tree, Unreadable):
        return None
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and node.lineno == function.def_line:
            return node
    return None
