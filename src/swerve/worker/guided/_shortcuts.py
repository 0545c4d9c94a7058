"""How does a run come past what would stop it or lead it away from some code?

A test is not asked but answered, and a statement that cannot deal with what is made up is left out:
what it binds is made up, too. Where a handler waits for an exception, a statement raises it. Both
versions take the same shortcuts, in code that they share.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ..core.jobs import FAIL, NO, PAST, YES
from ._rewriting import WAYS, asking

_ANSWERS = {YES: True, NO: False}
_LOOPS = (ast.For, ast.AsyncFor)
_TRIES = (ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
_WITH = (ast.With, ast.AsyncWith)


def take_shortcuts(function: Any, shortcuts: Sequence[Sequence[Any]]) -> None:
    """Change a function in place: each shortcut is a kind and the line of a statement."""
    wanted = {(str(kind), int(line)) for kind, line in shortcuts}
    _Shortcuts(wanted).visit(function)


class _Shortcuts(ast.NodeTransformer):
    def __init__(self, wanted: set[tuple[str, int]]) -> None:
        self._wanted = wanted

    def visit(self, node: ast.AST) -> Any:
        """Statements only."""
        self.generic_visit(node)
        if not isinstance(node, ast.stmt):
            return node
        if isinstance(node, _TRIES):
            self._fail_inside(node)
        if (PAST, node.lineno) in self._wanted:
            return self._past(node)
        answers = [
            answer for kind, answer in _ANSWERS.items() if (kind, node.lineno) in self._wanted
        ]
        if answers and isinstance(node, (ast.If, ast.While, ast.Assert)):
            node.test = _answered(node, answers[0])
        return node

    def _fail_inside(self, node: Any) -> None:
        """Let a statement raise what one of the handlers takes."""
        for at, inside in enumerate(node.body):
            for number, handler in enumerate(node.handlers):
                if (f"{FAIL}{number}", inside.lineno) in self._wanted:
                    kinds = handler.type or ast.Name("Exception", ast.Load())
                    error = asking(WAYS, "failing", inside, kinds, ast.Constant(_shown(inside)))
                    node.body[at] = ast.copy_location(ast.Raise(error), inside)

    def _past(self, node: Any) -> Any:
        if isinstance(node, _LOOPS):
            node.iter = _made_up(ast.unparse(node.iter), node)
            return node
        if isinstance(node, _WITH):
            for item in node.items:
                item.context_expr = _made_up(ast.unparse(item.context_expr), node)
            return node
        bound = [each for target in _targets(node) for each in _names(target)]
        made: list[ast.stmt] = [
            ast.copy_location(ast.Assign([each], _made_up(ast.unparse(each), node)), node)
            for each in bound
        ]
        return made or ast.copy_location(ast.Pass(), node)


def _answered(node: Any, answer: bool) -> ast.expr:
    """The answer in the place of a test; a loop asks in earnest after its first round."""
    test = node.test
    given = [ast.Constant(ast.unparse(test)), ast.Constant(answer)]
    if isinstance(node, ast.While) and answer:
        once = asking(WAYS, "assumed_once", test, *given, ast.Constant(node.lineno))
        return ast.copy_location(ast.BoolOp(ast.Or(), [once, test]), test)
    if any(isinstance(each, ast.NamedExpr) for each in ast.walk(test)):
        given.append(test)
    return asking(WAYS, "assumed", test, *given)


def _shown(node: ast.stmt) -> str:
    """A statement as a call or a value that it is about."""
    inner = getattr(node, "value", None)
    return ast.unparse(node if inner is None else inner).partition("\n")[0]


def _made_up(text: str, at: ast.AST) -> ast.expr:
    return asking(WAYS, "made_up", at, ast.Constant(text))  # type: ignore[arg-type]


def _targets(node: Any) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return list(node.targets)
    return [node.target] if isinstance(node, ast.AnnAssign) and node.value is not None else []


def _names(target: ast.expr) -> list[ast.expr]:
    """The names and attributes that a target binds."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [each for inner in target.elts for each in _names(inner)]
    if isinstance(target, ast.Starred):
        return _names(target.value)
    return [target] if isinstance(target, (ast.Name, ast.Attribute)) else []
