"""What is a piece of a contract file: a helper, a clause, a name, nothing?"""

from __future__ import annotations

import ast
from typing import TypeAlias, TypeGuard

from swerve.meaning.contract._model import ClauseKind, Presence
from swerve.source.syntax import last_name

#: What may stand in the body of a function beside clauses.
OTHER_WORDS = ("renamed_from", "applies")
WORDS = (*(kind.value for kind in ClauseKind), *OTHER_WORDS, "case")
AnyFunction: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def is_helper(node: ast.FunctionDef) -> bool:
    """Whether a function at the top gives a value: contracts return nothing."""
    returns = any(isinstance(each, ast.Return) and each.value for each in ast.walk(node))
    says = any(isinstance(each, ast.With) or called_word(each) in WORDS for each in node.body)
    return returns and not says


def called_word(node: ast.stmt) -> str:
    """The name that a statement calls; empty where it calls none."""
    value = node.value if isinstance(node, ast.Expr) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id
    return ""


def called(node: ast.stmt, word: str) -> ast.Call | None:
    """The call that a statement is, if it calls that name."""
    return call_of(node.value, word) if isinstance(node, ast.Expr) else None


def call_of(node: ast.expr, word: str) -> ast.Call | None:
    """The call that an expression is, if it calls that name."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == word:
        return node
    return None


def is_nothing(node: ast.stmt) -> bool:
    """Whether a statement says nothing: a docstring, `pass`, `...`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Pass)


def is_name(node: ast.expr) -> TypeGuard[ast.Name]:
    """Whether an expression is a name."""
    return isinstance(node, ast.Name)


def is_ellipsis(node: ast.expr) -> bool:
    """Whether an expression is `...`."""
    return isinstance(node, ast.Constant) and node.value is ...


def is_static(node: AnyFunction) -> bool:
    """Whether a method is called on nothing."""
    return any(last_name(each) == "staticmethod" for each in node.decorator_list)


def literal(node: ast.expr | None) -> object:
    """The plain value that is written; `None` for other expressions."""
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return None


def presence_of(annotation: ast.expr | None) -> Presence:
    """Which versions have what is annotated like this."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except (SyntaxError, ValueError):
            return Presence.BOTH
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    name = last_name(annotation) if annotation is not None else ""
    return {"New": Presence.NEW, "Old": Presence.OLD}.get(name, Presence.BOTH)


def first_words(node: ast.stmt) -> str:
    """The first words of a statement."""
    text = ast.unparse(node).split("\n")[0]
    return text if len(text) <= 60 else text[:57] + "..."
