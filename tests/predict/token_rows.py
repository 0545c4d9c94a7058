"""Code in, tokens out, in words that a person can read."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable

from swerve.predict.neural._context import Surroundings
from swerve.predict.neural._rows import SHAPES, Row
from swerve.predict.neural._tokens import row_of
from swerve.source.syntax import FUNCTIONS, FunctionNode


def said(shapes: Iterable[int], lexemes: Iterable[str]) -> str:
    """Tokens as `shape` or `shape:lexeme`, without blanks in them."""
    words = (
        f"{SHAPES[shape]}:{lexeme}" if lexeme else SHAPES[shape]
        for shape, lexeme in zip(shapes, lexemes, strict=True)
    )
    return " ".join(word.replace(" ", "_") for word in words)


def said_of(row: Row) -> str:
    return said(row.shapes, row.lexemes)


def row_of_text(code: str, *, whole_functions: bool = True) -> Row:
    return row_of(ast.parse(textwrap.dedent(code)).body, whole_functions)


def function_in(module: ast.Module, name: str) -> tuple[FunctionNode, ast.ClassDef | None]:
    """The function of a name, with the class that it is a method of."""
    for owner in (None, *(node for node in ast.walk(module) if isinstance(node, ast.ClassDef))):
        for node in (owner or module).body:
            if isinstance(node, FUNCTIONS) and node.name == name:
                return node, owner
    raise LookupError(name)


def context_of(code: str, name: str = "f") -> Row:
    """What the rest of a file says about one of its functions."""
    module = ast.parse(textwrap.dedent(code))
    function, owner = function_in(module, name)
    return Surroundings(module).about(row_of([function]), function, owner)
