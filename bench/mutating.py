"""Which small mistakes could have been made in a function?

Each mutation is one edit of the text of a module: everything else stays as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bench.source import Edit, FunctionNode, Source

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
_COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_DELETED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Return, ast.Delete)
#: Fields that are no part of what runs when a function is called.
_NOT_RUN = {"annotation", "returns", "decorator_list", "type_params"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mistake."""

    kind: str
    line: int
    before: str
    after: str
    edit: Edit


class _Mistakes(ast.NodeVisitor):
    """Gathers what could be wrong at each node that it comes by."""

    def __init__(self, source: Source) -> None:
        self.found: list[Mutation] = []
        self._source = source

    def generic_visit(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if name not in _NOT_RUN and isinstance(child, ast.AST):
                    self.visit(child)

    def visit_arguments(self, node: ast.arguments) -> None:
        """Defaults are made when a function is defined: they are not its body."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Before Python 3.12, what is inside has no place of its own."""

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # no docstring, and no three dots
            self._delete(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not (_is_text(node.left) or _is_text(node.right)):
            self._replace_between(
                "operator", node, node.left, node.right, _OPERATORS[type(node.op)]
            )
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if not _is_text(node.value):
            operator = f"{_OPERATORS[type(node.op)]}="
            self._replace_between("operator", node, node.target, node.value, operator)
        self._delete(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            for other in _COMPARISONS[type(node.ops[0])]:
                self._replace_between("comparison", node, node.left, node.comparators[0], other)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = " or " if isinstance(node.op, ast.And) else " and "
        self._replace("and/or", node, other.join(map(self._alone, node.values)))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, (ast.Not, ast.USub)):
            kind = "dropped not" if isinstance(node.op, ast.Not) else "operator"
            self._replace(kind, node, self._alone(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        for kind, other in _other_constants(node.value):
            self._replace(kind, node, repr(other))

    def visit_Call(self, node: ast.Call) -> None:
        if not any(isinstance(argument, ast.Starred) for argument in node.args):
            self._call(node)
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                self._replace("off by one", bound, f"{self._alone(bound)} + 1")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._replace("statement", node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace("statement", node, "break")

    def visit_Assign(self, node: ast.Assign) -> None:
        self._delete(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._delete(node)

    def visit_Return(self, node: ast.Return) -> None:
        self._delete(node)

    def _call(self, node: ast.Call) -> None:
        places = [self._source.span(argument) for argument in node.args[:2]]
        texts = [self._source.text[start:end] for start, end in places]
        if len(texts) == 2 and texts[0] != texts[1]:
            (start, middle), (rest, end) = places
            between = self._source.text[middle:rest]
            self._add("swapped arguments", node, Edit(start, end, texts[1] + between + texts[0]))
        if isinstance(node.func, ast.Name) and node.func.id == "range" and node.args:
            bound = node.args[0 if len(node.args) == 1 else 1]
            for operator in "+-":
                self._replace("off by one", bound, f"{self._alone(bound)} {operator} 1")

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, (ast.UnaryOp, ast.Constant)):  # a `not` is dropped instead
            self._replace("condition", test, f"not ({self._source.segment(test)})")

    def _delete(self, node: ast.stmt) -> None:
        self._replace("deleted", node, "pass")
        self.generic_visit(node)

    def _replace(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        self._add(kind, node, Edit(*self._source.span(node), text))

    def _replace_between(
        self, kind: str, node: ast.expr | ast.stmt, left: ast.expr, right: ast.expr, text: str
    ) -> None:
        """Replace an operator, with what is around it: brackets have no place in the tree."""
        start, end = self._source.span(left)[1], self._source.span(right)[0]
        between = self._source.text[start:end]
        was = between.replace("(", " ").replace(")", " ").strip()
        if between.count(was) == 1:  # no comment in it
            self._add(kind, node, Edit(start, end, between.replace(was, text)))

    def _add(self, kind: str, node: ast.expr | ast.stmt, edit: Edit) -> None:
        start, end = self._source.span(node)
        whole = self._source.text[min(start, edit.start) : max(end, edit.end)]
        first, last = edit.start - start, edit.end - start
        after = whole[:first] + edit.text + whole[last:]
        self.found.append(Mutation(kind, node.lineno, whole, after, edit))

    def _alone(self, node: ast.expr) -> str:
        """The text of an expression that stays together whatever stands around it."""
        text = self._source.segment(node)
        return text if isinstance(node, (ast.Name, ast.Call, ast.Constant)) else f"({text})"


def mutations_of(source: Source, function: FunctionNode) -> list[Mutation]:
    """All mistakes in the body of a function. Some are none: what they say means the same."""
    mistakes = _Mistakes(source)
    for statement in function.body:
        mistakes.visit(statement)
    return mistakes.found


def _other_constants(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, bool):
        yield "constant", not value
    elif isinstance(value, (int, float)):
        yield "constant", 1 if value == 0 else 0
        yield "off by one", value + 1
        if value > 0:
            yield "off by one", value - 1
    elif isinstance(value, str):
        yield "constant", "" if value else "X"
    elif isinstance(value, bytes):
        yield "constant", b"" if value else b"X"


def _is_text(node: ast.expr) -> bool:
    """Whether a text is put together there: another operator would only be refused."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (str, bytes))
    return isinstance(node, ast.JoinedStr)
