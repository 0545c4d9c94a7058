"""In which order does code run, and where do its values go?

One walk through expressions and statements, in any lattice of values: what is likely of them
(`_values`, `_statements`), or what is certain (`certain`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Interpreter(Generic[V]):
    """Reads code in the order in which it runs; what derives from it knows what values are.

    Nodes are read by the methods `read_...` and `run_...` that are called like their classes.
    """

    #: A value of which nothing is known.
    nothing: V
    #: What local names stand for at this point.
    env: dict[str, Any]

    # --- what a lattice says --------------------------------------------------------------------

    def joined(self, one: V, other: V) -> V:
        """A value that is one or the other."""
        raise NotImplementedError

    def combined(self, left: V, operator: ast.operator, right: V) -> V:
        """What an operator makes of two values."""
        raise NotImplementedError

    def element(self, whole: V) -> V:
        """What iterating over a value gives."""
        raise NotImplementedError

    def condition(self, test: ast.expr) -> None:
        """Read a condition, on which the way depends that is taken."""
        raise NotImplementedError

    def given(self, test: ast.expr, answer: bool) -> AbstractContextManager[object]:
        """Read what happens when a condition has been answered."""
        raise NotImplementedError

    def bind(self, target: ast.expr, value: V) -> None:
        """Assign a value to a target."""
        raise NotImplementedError

    def bind_element(self, target: ast.expr, element: V, whole: ast.expr) -> None:
        """Assign an element of a value to the target of a loop, which is where it is read."""
        raise NotImplementedError

    def looping(self, node: ast.For | ast.AsyncFor | ast.While) -> AbstractContextManager[object]:
        """Read the body of a loop, which may run often or not at all."""
        raise NotImplementedError

    def choose(self, node: ast.If) -> Any:
        """Read both branches, and go on with what names stand for after one of them."""
        raise NotImplementedError

    # --- expressions ----------------------------------------------------------------------------

    def read(self, node: ast.expr | None) -> V:
        """Read an expression; what it gives."""
        reader = getattr(self, f"read_{type(node).__name__.lower()}", self.read_parts)
        return reader(node)

    def read_parts(self, node: ast.AST | None) -> V:
        """Read all expressions in something that is not known otherwise."""
        for child in ast.iter_child_nodes(node) if node is not None else ():
            if isinstance(child, ast.expr):
                self.read(child)
        return self.nothing

    def read_binop(self, node: ast.BinOp) -> V:
        return self.combined(self.read(node.left), node.op, self.read(node.right))

    def read_ifexp(self, node: ast.IfExp) -> V:
        self.condition(node.test)
        with self.given(node.test, True):
            one = self.read(node.body)
        with self.given(node.test, False):
            return self.joined(one, self.read(node.orelse))

    def read_namedexpr(self, node: ast.NamedExpr) -> V:
        value = self.read(node.value)
        self.bind(node.target, value)
        return value

    # --- statements -----------------------------------------------------------------------------

    def block(self, statements: Sequence[ast.stmt]) -> bool:
        """Read statements in order; whether what follows them is reached."""
        for statement in statements:
            self.statement(statement)
        return True

    def statement(self, node: ast.stmt) -> Any:
        """Read a statement; False where what follows it is not reached."""
        return getattr(self, f"run_{type(node).__name__.lower()}", self.read_parts)(node)

    def otherwise(self, statements: Sequence[ast.stmt]) -> None:
        """Read the `else` of a loop, which may or may not run."""
        self.block(statements)

    def run_if(self, node: ast.If) -> Any:
        self.condition(node.test)
        return self.choose(node)

    def run_for(self, node: ast.For | ast.AsyncFor) -> None:
        element = self.element(self.read(node.iter))
        with self.looping(node):
            self.bind_element(node.target, element, node.iter)
            self.block(node.body)
        self.otherwise(node.orelse)

    def run_while(self, node: ast.While) -> None:
        with self.looping(node):
            self.block(node.body)
        self.otherwise(node.orelse)

    run_asyncfor = run_for
