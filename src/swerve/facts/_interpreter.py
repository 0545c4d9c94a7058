"""In which order does code run, and where do its values go?

One walk through expressions and statements, in any lattice of values: what is likely of them
(`_values`, `_statements`), what is certain (`certain`), or who else has them (`effects`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Interpreter(Generic[V]):
    """Reads code in the order in which it runs; what derives from it knows what values are.

    Nodes are read by the methods `read_...` and `run_...` that are called like their classes;
    `async for` and `except*` like those without.
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

    def bind(self, target: ast.expr, value: V) -> None:
        """Assign a value to a target."""
        raise NotImplementedError

    # --- what a lattice may leave as it is --------------------------------------------------------

    def bind_element(self, target: ast.expr, element: V, whole: ast.expr) -> None:
        """Assign an element of a value to the target of a loop, which is where it is read."""
        self.bind(target, element)

    def condition(self, test: ast.expr) -> None:
        """Read a condition, on which the way depends that is taken."""
        self.read(test)

    def given(self, test: ast.expr, answer: bool) -> AbstractContextManager[object]:
        """Read what happens when a condition has been answered."""
        return nullcontext()

    def looping(self, node: ast.For | ast.AsyncFor | ast.While) -> AbstractContextManager[object]:
        """Read the body of a loop, which may run often or not at all."""
        if isinstance(node, ast.While):
            self.condition(node.test)
        return nullcontext()

    def choose(self, node: ast.If) -> Any:
        """Read both branches, and go on with what names stand for after one of them."""
        self.block(node.body)
        self.block(node.orelse)

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
        kind = type(node).__name__.lower().removeprefix("async").removesuffix("star")
        return getattr(self, f"run_{kind}", self.read_parts)(node)

    def run_assign(self, node: ast.Assign) -> None:
        value = self.read(node.value)
        for target in node.targets:
            self.bind(target, value)

    def run_with(self, node: ast.With | ast.AsyncWith) -> Any:
        for item in node.items:
            value = self.read(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, value)
        self.block(node.body)

    def run_try(self, node: ast.Try) -> Any:
        self.block(node.body)
        for handler in node.handlers:
            self.read(handler.type)
            if handler.name:
                self.bind(ast.Name(handler.name, ast.Store()), self.nothing)
            self.block(handler.body)
        self.block([*node.orelse, *node.finalbody])

    def run_match(self, node: ast.Match) -> Any:
        self.read(node.subject)
        for case in node.cases:
            self.read(case.guard)
            self.block(case.body)

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
