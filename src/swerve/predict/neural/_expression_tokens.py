"""How are expressions written down for the network?"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from swerve.predict.neural._rows import OPERATORS, Row, words_of

WORDS_OF_TEXT = 6


class ExpressionWriter(ast.NodeVisitor):
    """Writes expressions; statements are written by what derives from it."""

    def __init__(self, row: Row, whole_functions: bool) -> None:
        self._row = row
        self._add = row.add
        self._whole = whole_functions

    def write(self, node: ast.AST | None) -> None:
        """Write a tree; nothing for nothing."""
        if node is not None:
            self.visit(node)

    def _all(self, nodes: Sequence[ast.AST | None]) -> None:
        for node in nodes:
            self.write(node)

    def _block(self, nodes: Sequence[ast.stmt]) -> None:
        self._all(nodes)

    def _reads(self, kind: str, node: ast.expr) -> None:
        """The last token stands for what a node reads."""
        end = node.end_lineno or 0, node.end_col_offset or 0
        place = kind, node.lineno, node.col_offset, *end
        self._row.places[place] = len(self._row) - 1

    # --- expressions ----------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> None:
        """A name."""
        if isinstance(node.ctx, ast.Load):
            self._add("name", node.id)
            self._reads("name", node)
        else:
            self._add("store", node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """An attribute, after what it is of."""
        self.visit(node.value)
        if isinstance(node.ctx, ast.Load):
            self._add("attribute", node.attr)
            self._reads("attribute", node)
        else:
            self._add("store attribute", node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """An item."""
        self.visit(node.value)
        self._add("[")
        self.visit(node.slice)
        self._add("]")
        if isinstance(node.ctx, ast.Load):
            self._reads("item", node)

    def visit_Slice(self, node: ast.Slice) -> None:
        """A slice."""
        self.write(node.lower)
        self._add("slice")
        self.write(node.upper)
        self.write(node.step)

    def visit_Call(self, node: ast.Call) -> None:
        """A call; its last bracket stands for what comes out."""
        self.visit(node.func)
        self._add("(")
        self._all(node.args)
        for keyword in node.keywords:
            self._add("keyword", keyword.arg) if keyword.arg else self._add("**")
            self.visit(keyword.value)
        self._add(")")
        self._reads("call", node)

    def visit_Await(self, node: ast.Await) -> None:
        """What comes in the end stands where the call ends."""
        self._add("await")
        self.visit(node.value)
        if isinstance(node.value, ast.Call):
            self._reads("call", node)

    def visit_Starred(self, node: ast.Starred) -> None:
        """Several values in place of one."""
        self._add("*")
        self.visit(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Two values joined."""
        self.visit(node.left)
        self._add(OPERATORS[type(node.op)])
        self.visit(node.right)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Conditions joined."""
        for number, value in enumerate(node.values):
            if number:
                self._add(OPERATORS[type(node.op)])
            self.visit(value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """One value turned."""
        self._add(OPERATORS[type(node.op)])
        self.visit(node.operand)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Values compared."""
        self.visit(node.left)
        for operator, value in zip(node.ops, node.comparators, strict=True):
            self._add(OPERATORS[type(operator)])
            self.visit(value)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """One value or another."""
        self.visit(node.body)
        self._add("ifexp")
        self.visit(node.test)
        self._add("else")
        self.visit(node.orelse)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """A value that gets a name on its way."""
        self.visit(node.target)
        self._add(":=")
        self.visit(node.value)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A function without a name."""
        self._add("lambda")
        self.visit(node.args)
        self._add(":")
        self.visit(node.body)

    def visit_Yield(self, node: ast.Yield) -> None:
        """A value handed out."""
        self._add("yield")
        self.write(node.value)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """Values handed out."""
        self._add("yield from")
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A literal."""
        value = node.value
        if value is None or value is True or value is False:
            self._add(str(value))
        elif isinstance(value, str):
            words = words_of(value[:80])[:WORDS_OF_TEXT]
            self._add("text", " ".join(words) or repr(value[:4]))
        elif isinstance(value, bytes):
            self._add("bytes")
        elif isinstance(value, int):
            self._add("int", str(value) if -10 < value < 1000 else "large")
        elif isinstance(value, float):
            self._add("float", str(value)[:8])
        else:
            self._add("..." if value is ... else "other")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text with values in it."""
        self._add('f"')
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value.value)
        self._add('"')

    def visit_List(self, node: ast.List) -> None:
        """Values in brackets."""
        self._display("list", node.elts)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """Values side by side."""
        self._display("tuple", node.elts)

    def visit_Set(self, node: ast.Set) -> None:
        """Values in braces."""
        self._display("set", node.elts)

    def visit_Dict(self, node: ast.Dict) -> None:
        """Keys and values."""
        self._add("dict")
        for key, value in zip(node.keys, node.values, strict=True):
            self.visit(key) if key is not None else self._add("**")
            self.visit(value)
        self._add("/list")

    def _display(self, shape: str, values: Sequence[ast.expr]) -> None:
        self._add(shape)
        self._all(values)
        self._add("/list")

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """A list made by a loop."""
        self._comprehension("list", [node.elt], node.generators)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        """A set made by a loop."""
        self._comprehension("set", [node.elt], node.generators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        """Values made by a loop."""
        self._comprehension("tuple", [node.elt], node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        """A mapping made by a loop."""
        self._comprehension("dict", [node.key, node.value], node.generators)

    def _comprehension(
        self, shape: str, values: Sequence[ast.expr], loops: Sequence[ast.comprehension]
    ) -> None:
        self._add(shape)
        self._add("comprehension")
        self._all(values)
        for loop in loops:
            self._add("for")
            self._element(loop.target)
            self._add("in")
            self.visit(loop.iter)
            for condition in loop.ifs:
                self._add("if")
                self.visit(condition)
        self._add("/list")

    def _element(self, target: ast.expr) -> None:
        """What a loop goes over, one by one."""
        if isinstance(target, ast.Name):
            self._add("loop", target.id)
            self._reads("item", target)
        else:
            self.visit(target)
