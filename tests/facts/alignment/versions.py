"""Two versions given as text: what becomes of them?"""

from __future__ import annotations

import ast
import copy
import textwrap
from typing import Any

from swerve.facts.alignment import (
    Unified,
    argument_of,
    normalised,
    projected,
    same_code,
    site_number,
    text_of,
    unified,
)
from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode


def function_of(text: str) -> FunctionNode:
    """The function that a text defines."""
    node = ast.parse(textwrap.dedent(text)).body[0]
    assert isinstance(node, FUNCTIONS)
    return node


def in_function(body: str, head: str = "def f(a, b, c, x, y):") -> FunctionNode:
    """A function with a body, given as text."""
    return function_of(f"{head}\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n")


def merged(old: FunctionNode, new: FunctionNode) -> Unified:
    """Both in one, which projects back to both and compiles."""
    found = unified(old, new)
    assert same_code(projected(found, Side.OLD), normalised(old))
    assert same_code(projected(found, Side.NEW), normalised(new))
    run(found.tree, "")
    return found


def body_of(found: Unified) -> str:
    """The body for people, without the lines of the versions."""
    lines = [line for line in text_of(found).split("\n") if not line.startswith(("#", "@"))]
    shown = [line.partition("  # ")[0] for line in lines[1:]]
    return textwrap.dedent("\n".join(shown))


def patterns(found: Unified) -> list[str]:
    """The patterns of its changes, in order."""
    return [site.pattern for site in found.sites]


class _Taken(ast.NodeTransformer):
    """Replaces changes and nothing else, as a reader would."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if site_number(node) is not None:
            return argument_of(node, self._side)
        return self.generic_visit(node)


def taken(found: Unified, side: Side) -> FunctionNode:
    """The tree with each change replaced by one of its arguments, and all else as it is."""
    tree = _Taken(side).visit(copy.deepcopy(found.tree))
    args = found.old_args if side is Side.OLD else found.new_args
    if args is not None:
        tree.args = copy.deepcopy(args)
    assert isinstance(tree, FUNCTIONS)
    return tree


def run(function: FunctionNode, call: str, **given: Any) -> object:
    """What a call of the function gives: its value, or what it raised; nothing is called for ""."""
    bare = copy.deepcopy(function)
    bare.decorator_list = []
    for node in ast.walk(bare.args):
        if isinstance(node, ast.arg):
            node.annotation = None
    bare.returns = None
    module = ast.fix_missing_locations(ast.Module([bare], []))
    names: dict[str, Any] = {"__swerve_change__": None, **given}
    code = compile(module, "<unified>", "exec")
    if not call:
        return None
    exec(code, names)  # noqa: S102 (code of the tests)
    names["f"] = names[function.name]
    try:
        return eval(call, names)  # noqa: S307
    except Exception as error:
        return type(error), error.args
