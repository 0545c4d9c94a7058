"""How is code written down for the network?

Trees are written as short rows of tokens, without commas, brackets that only group, or comments. A
token has a shape and, where it has a name or a text, a lexeme. Places that read a value are known
by their position, and each has the token that stands for what it reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from swerve.source.syntax import FunctionNode

from ._rows import OPERATORS, Row, words_of

_WORDS_OF_TEXT = 6
_WORDS_OF_DOCSTRING, _DOCSTRING_TOKENS = 4, 6
_MOST_BITS = 2000

#: How nodes are written: tokens, and `.field` for what stands in a field. A token before a field is
#: written if there is something in it (`else.orelse`), with `*` once for each (`*if.ifs`), with `=`
#: as the shape of a name that stands there (`=caught.name`); `for.target` is an element.
_FORMS: dict[str, tuple[str, ...]] = {
    "Slice": (".lower", "slice", ".upper", ".step"),
    "Starred": ("*", ".value"),
    "BinOp": (".left", ".op", ".right"),
    "UnaryOp": (".op", ".operand"),
    "IfExp": (".body", "ifexp", ".test", "else", ".orelse"),
    "NamedExpr": (".target", ":=", ".value"),
    "Lambda": ("lambda", ".args", ":", ".body"),
    "Yield": ("yield", ".value"),
    "YieldFrom": ("yield from", ".value"),
    "List": ("list", ".elts", "/list"),
    "Tuple": ("tuple", ".elts", "/list"),
    "Set": ("set", ".elts", "/list"),
    "ListComp": ("list", "comprehension", ".elt", ".generators", "/list"),
    "SetComp": ("set", "comprehension", ".elt", ".generators", "/list"),
    "GeneratorExp": ("tuple", "comprehension", ".elt", ".generators", "/list"),
    "DictComp": ("dict", "comprehension", ".key", ".value", ".generators", "/list"),
    "comprehension": ("for.target", "in", ".iter", "*if.ifs"),
    "AugAssign": (";", ".target", "op=", ".op", ".value"),
    "Return": ("return", ".value"),
    "Raise": ("raise", ".exc", "from.cause"),
    "Assert": ("assert", ".test", ".msg"),
    "Delete": ("del", ".targets"),
    "Pass": ("pass",),
    "Break": ("break",),
    "Continue": ("continue",),
    "If": ("if", ".test", ":", ".body", "else.orelse", "end"),
    "While": ("while", ".test", ":", ".body", ".orelse", "end"),
    "For": ("for.target", "in", ".iter", ":", ".body", ".orelse", "end"),
    "With": ("with", ".items", ":", ".body", "end"),
    "withitem": (".context_expr", "as.optional_vars"),
    "Try": ("try", ".body", ".handlers", "else.orelse", "finally.finalbody", "end"),
    "ExceptHandler": ("except", ".type", "=caught.name", ":", ".body"),
    "Match": ("match", ".subject", ":", ".cases", "end"),
    "match_case": ("case", ".pattern", "if.guard", ":", ".body"),
}
_FORMS |= {"AsyncFor": _FORMS["For"], "AsyncWith": _FORMS["With"], "TryStar": _FORMS["Try"]}


def row_of(nodes: Iterable[ast.AST], whole_functions: bool = True) -> Row:
    """Statements as tokens; without `whole_functions`, only the heads of functions."""
    row = Row()
    writer = _Writer(row, whole_functions)
    for node in nodes:
        writer.visit(node)
    return row


class _Writer(ast.NodeVisitor):
    def __init__(self, row: Row, whole_functions: bool) -> None:
        self._row = row
        self._add = row.add
        self._whole = whole_functions

    def visit(self, node: ast.AST) -> None:
        """Write a tree."""
        form = _FORMS.get(type(node).__name__)
        if form is None:
            super().visit(node)
            return
        for part in form:
            before, dot, field = part.partition(".")
            if not dot:
                self._add(part)
            else:
                self._field(before, getattr(node, field))

    def _field(self, before: str, inside: Any) -> None:
        """What stands in a field, with a token before it."""
        nodes = inside if isinstance(inside, list) else [inside] if inside is not None else []
        if before[:1] == "=":
            if inside:
                self._add(before[1:], inside)
        elif before[:1] == "*":
            for each in nodes:
                self._add(before[1:])
                self.visit(each)
        elif before == "for":
            self._add(before)
            self._element(inside)
        elif nodes:
            if before:
                self._add(before)
            for each in nodes:
                self.visit(each)

    def _element(self, target: ast.expr) -> None:
        """What a loop goes over, one by one."""
        if isinstance(target, ast.Name):
            self._add("loop", target.id)
            self._reads("item", target)
        else:
            self.visit(target)

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

    def visit_Call(self, node: ast.Call) -> None:
        """A call; its last bracket stands for what comes out."""
        self.visit(node.func)
        self._add("(")
        for argument in node.args:
            self.visit(argument)
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

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Conditions joined."""
        for number, value in enumerate(node.values):
            if number:
                self.visit(node.op)
            self.visit(value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Values compared."""
        self.visit(node.left)
        for operator, value in zip(node.ops, node.comparators, strict=True):
            self.visit(operator)
            self.visit(value)

    def generic_visit(self, node: ast.AST) -> None:
        """An operator, or what is written as its parts are."""
        if type(node) in OPERATORS:
            self._add(OPERATORS[type(node)])
        else:
            super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A literal."""
        value = node.value
        if value is None or value is True or value is False:
            self._add(str(value))
        elif isinstance(value, str):
            words = words_of(value[:80])[:_WORDS_OF_TEXT]
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

    def visit_Dict(self, node: ast.Dict) -> None:
        """Keys and values."""
        self._add("dict")
        for key, value in zip(node.keys, node.values, strict=True):
            self.visit(key) if key is not None else self._add("**")
            self.visit(value)
        self._add("/list")

    # --- statements -----------------------------------------------------------------------------

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
        self._add("annotation", " ".join(words[:_WORDS_OF_TEXT])[:80])

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names of the module, or of the function around."""
        self._add(type(node).__name__.lower(), " ".join(node.names))

    visit_Nonlocal = visit_Global  # noqa: N815

    def visit_Import(self, node: ast.Import) -> None:
        """Modules by name."""
        for alias in node.names:
            self._add("import", alias.name)
            self._field("=imported", alias.asname)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Names of a module."""
        self._add("from", node.module or "")
        for alias in node.names:
            self._add("imported", alias.asname or alias.name)

    def visit_FunctionDef(self, node: FunctionNode) -> None:
        """A function."""
        if isinstance(node, ast.AsyncFunctionDef):
            self._add("async")
        self._field("*@", node.decorator_list)
        self._add("def", node.name)
        self.visit(node.args)
        if node.returns is not None:
            self._add("->")
            self._annotation(node.returns)
        self._add(":")
        if self._whole:
            self._field("", node.body)
        self._add("end")

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

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
        self._field("*@", node.decorator_list)
        self._add("class", node.name)
        self._field("", [*node.bases, *(keyword.value for keyword in node.keywords)])
        self._add(":")
        self._field("", node.body)
        self._add("end")


def _word_of(value: object) -> str:
    """A literal of an annotation; Python writes out no number that has thousands of digits."""
    is_huge = isinstance(value, int) and value.bit_length() > _MOST_BITS
    return "large" if is_huge else str(value)
