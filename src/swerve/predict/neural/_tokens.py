"""How is code written down for the network?

Trees are written as short rows of tokens, without commas, brackets that only group, or comments. A
token has a shape and, where it has a name or a text, a lexeme. Places that read a value are known
by their position, and each has the token that stands for what it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from swerve.predict.neural._expression_tokens import WORDS_OF_TEXT, ExpressionWriter
from swerve.predict.neural._rows import OPERATORS, Row, words_of
from swerve.source.syntax import FunctionNode

_WORDS_OF_DOCSTRING, _DOCSTRING_TOKENS = 4, 6
_MOST_BITS = 2000


def row_of(nodes: Iterable[ast.AST], whole_functions: bool = True) -> Row:
    """Statements as tokens; without `whole_functions`, only the heads of functions."""
    row = Row()
    writer = _Writer(row, whole_functions)
    for node in nodes:
        writer.write(node)
    return row


class _Writer(ExpressionWriter):
    def visit_Expr(self, node: ast.Expr) -> None:
        """An expression of its own; of a docstring the first words."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            words = words_of(node.value.value[:400])[: _WORDS_OF_DOCSTRING * _DOCSTRING_TOKENS]
            for start in range(0, len(words), _WORDS_OF_DOCSTRING):
                self._add("docstring", " ".join(words[start : start + _WORDS_OF_DOCSTRING]))
            return
        self._add(";")
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Targets, then the value."""
        self._add(";")
        for target in node.targets:
            self.visit(target)
            self._add("=")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A target with its annotation."""
        self._add(";")
        self.visit(node.target)
        self._annotation(node.annotation)
        if node.value is not None:
            self._add("=")
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """A target that is changed."""
        self._add(";")
        self.visit(node.target)
        self._add("op=")
        self._add(OPERATORS[type(node.op)])
        self.visit(node.value)

    def _annotation(self, node: ast.expr | None) -> None:
        """The words of an annotation, in one token."""
        if node is None:
            return
        words = [
            each.id
            if isinstance(each, ast.Name)
            else each.attr
            if isinstance(each, ast.Attribute)
            else _word_of(each.value)
            for each in ast.walk(node)
            if isinstance(each, (ast.Name, ast.Attribute, ast.Constant))
        ]
        self._add("annotation", " ".join(words[:WORDS_OF_TEXT])[:80])

    def visit_Return(self, node: ast.Return) -> None:
        """The way out."""
        self._add("return")
        self.write(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        """The other way out."""
        self._add("raise")
        self.write(node.exc)
        if node.cause is not None:
            self._add("from")
            self.visit(node.cause)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What must hold."""
        self._add("assert")
        self.visit(node.test)
        self.write(node.msg)

    def visit_Delete(self, node: ast.Delete) -> None:
        """What goes."""
        self._add("del")
        self._all(node.targets)

    def visit_Global(self, node: ast.Global) -> None:
        """Names of the module."""
        self._add("global", " ".join(node.names))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        """Names of the function around."""
        self._add("nonlocal", " ".join(node.names))

    def visit_Pass(self, node: ast.Pass) -> None:
        """Nothing."""
        self._add("pass")

    def visit_Break(self, node: ast.Break) -> None:
        """Out of a loop."""
        self._add("break")

    def visit_Continue(self, node: ast.Continue) -> None:
        """Back to the head of a loop."""
        self._add("continue")

    def visit_If(self, node: ast.If) -> None:
        """A condition."""
        self._add("if")
        self.visit(node.test)
        self._add(":")
        self._block(node.body)
        if node.orelse:
            self._add("else")
            self._block(node.orelse)
        self._add("end")

    def visit_While(self, node: ast.While) -> None:
        """A loop with a condition."""
        self._add("while")
        self.visit(node.test)
        self._add(":")
        self._block(node.body)
        self._block(node.orelse)
        self._add("end")

    def visit_For(self, node: ast.For) -> None:
        """A loop over values."""
        self._loop(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        """A loop over values that come in time."""
        self._loop(node)

    def _loop(self, node: ast.For | ast.AsyncFor) -> None:
        self._add("for")
        self._element(node.target)
        self._add("in")
        self.visit(node.iter)
        self._add(":")
        self._block(node.body)
        self._block(node.orelse)
        self._add("end")

    def visit_With(self, node: ast.With) -> None:
        """Something entered."""
        self._with(node)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        """Something entered in time."""
        self._with(node)

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        self._add("with")
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self._add("as")
                self.visit(item.optional_vars)
        self._add(":")
        self._block(node.body)
        self._add("end")

    def visit_Try(self, node: ast.Try) -> None:
        """What may go wrong."""
        self._try(node)

    def visit_TryStar(self, node: ast.Try) -> None:
        """What may go wrong several times over."""
        self._try(node)

    def _try(self, node: ast.Try) -> None:
        self._add("try")
        self._block(node.body)
        for handler in node.handlers:
            self._add("except")
            self.write(handler.type)
            if handler.name:
                self._add("caught", handler.name)
            self._add(":")
            self._block(handler.body)
        if node.orelse:
            self._add("else")
            self._block(node.orelse)
        if node.finalbody:
            self._add("finally")
            self._block(node.finalbody)
        self._add("end")

    def visit_Match(self, node: ast.Match) -> None:
        """A choice by pattern."""
        self._add("match")
        self.visit(node.subject)
        self._add(":")
        for case in node.cases:
            self._add("case")
            self.visit(case.pattern)
            if case.guard is not None:
                self._add("if")
                self.visit(case.guard)
            self._add(":")
            self._block(case.body)
        self._add("end")

    def visit_Import(self, node: ast.Import) -> None:
        """Modules by name."""
        for alias in node.names:
            self._add("import", alias.name)
            if alias.asname:
                self._add("imported", alias.asname)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Names of a module."""
        self._add("from", node.module or "")
        for alias in node.names:
            self._add("imported", alias.asname or alias.name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function."""
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """A function that waits."""
        self._add("async")
        self._function(node)

    def _function(self, node: FunctionNode) -> None:
        for decorator in node.decorator_list:
            self._add("@")
            self.visit(decorator)
        self._add("def", node.name)
        self.visit(node.args)
        if node.returns is not None:
            self._add("->")
            self._annotation(node.returns)
        self._add(":")
        if self._whole:
            self._block(node.body)
        self._add("end")

    def visit_arguments(self, node: ast.arguments) -> None:
        """Parameters, each with its annotation and its default."""
        positional = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(positional) - len(node.defaults)) + [*node.defaults]
        for argument, default in zip(positional, defaults, strict=True):
            self._parameter("parameter", argument, default)
        if node.vararg is not None:
            self._parameter("*args", node.vararg, None)
        for argument, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            self._parameter("parameter", argument, default)
        if node.kwarg is not None:
            self._parameter("**kwargs", node.kwarg, None)

    def _parameter(self, shape: str, argument: ast.arg, default: ast.expr | None) -> None:
        self._add(shape, argument.arg)
        self._annotation(argument.annotation)
        if default is not None:
            self._add("=")
            self.visit(default)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class."""
        for decorator in node.decorator_list:
            self._add("@")
            self.visit(decorator)
        self._add("class", node.name)
        self._all(node.bases)
        for keyword in node.keywords:
            self.visit(keyword.value)
        self._add(":")
        self._block(node.body)
        self._add("end")


def _word_of(value: object) -> str:
    """A literal of an annotation; Python writes out no number that has thousands of digits."""
    is_huge = isinstance(value, int) and value.bit_length() > _MOST_BITS
    return "large" if is_huge else str(value)
