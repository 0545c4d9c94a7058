"""How is code written down for the network?

Trees are written as short rows of tokens, without commas, brackets that only group, or comments. A
token has a shape and, where it has a name or a text, a lexeme. Places that read a value are known
by their position, and each has the token that stands for what it reads.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from swerve.syntax import FunctionNode

#: Kind, line, column, end line and end column, columns in bytes.
Place: TypeAlias = tuple[str, int, int, int, int]

_WORDS_OF_TEXT = 6
_WORDS_OF_DOCSTRING, _DOCSTRING_TOKENS = 4, 6
_MOST_BITS = 2000
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.MatMult: "@",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.FloorDiv: "//",
    ast.And: "and",
    ast.Or: "or",
    ast.Invert: "~",
    ast.Not: "not",
    ast.UAdd: "u+",
    ast.USub: "u-",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_KEYWORDS = (
    *("pad", "other", ";", "end", "if", "else", "while", "for", "try", "except", "finally", "with"),
    *("as", "return", "raise", "from", "assert", "del", "global", "nonlocal", "pass", "break"),
    *("continue", "import", "def", "class", "match", "case", "@", "->", ":", "=", "op=", "(", ")"),
    *("[", "]", "list", "tuple", "set", "dict", "/list", "*", "**", "lambda", "ifexp", "await"),
    *("yield", "yield from", ":=", 'f"', '"', "None", "True", "False", "...", "comprehension"),
    *("async", "slice", "|context|", "|code|", "|cut|", "binary", "compare"),
)
_NAMED = (
    *("name", "store", "loop", "attribute", "store attribute", "keyword", "parameter", "*args"),
    *("**kwargs", "defined", "imported", "module", "text", "bytes", "int", "float", "docstring"),
    *("caught", "annotation"),
)
#: What a token can look like, by number; nothing may be taken away without training again.
SHAPES: tuple[str, ...] = tuple(dict.fromkeys((*_KEYWORDS, *_NAMED, *_OPERATORS.values())))
NUMBER_OF_SHAPE = {shape: number for number, shape in enumerate(SHAPES)}


@dataclass(slots=True)
class Row:
    """Tokens in a row."""

    shapes: list[int] = field(default_factory=list)
    #: A name or a text for each token; empty for most.
    lexemes: list[str] = field(default_factory=list)
    #: Which token stands for what a place reads.
    places: dict[Place, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.shapes)

    def add(self, shape: str, lexeme: str = "") -> None:
        """One more token."""
        self.shapes.append(NUMBER_OF_SHAPE[shape])
        self.lexemes.append(lexeme)

    def extend(self, other: Row, most: int) -> None:
        """The first tokens of another row, without its places."""
        self.shapes += other.shapes[:most]
        self.lexemes += other.lexemes[:most]


def words_of(lexeme: str) -> list[str]:
    """The words a name or a text is made of, in lower case."""
    return [word.lower() for word in _WORD.findall(lexeme)]


def row_of(nodes: Iterable[ast.AST], whole_functions: bool = True) -> Row:
    """Statements as tokens; without `whole_functions`, only the heads of functions."""
    row = Row()
    writer = _Writer(row, whole_functions)
    for node in nodes:
        writer.write(node)
    return row


class _Writer(ast.NodeVisitor):
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
        self._add(_OPERATORS[type(node.op)])
        self.visit(node.right)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Conditions joined."""
        for number, value in enumerate(node.values):
            if number:
                self._add(_OPERATORS[type(node.op)])
            self.visit(value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """One value turned."""
        self._add(_OPERATORS[type(node.op)])
        self.visit(node.operand)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Values compared."""
        self.visit(node.left)
        for operator, value in zip(node.ops, node.comparators, strict=True):
            self._add(_OPERATORS[type(operator)])
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

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """A target that is changed."""
        self._add(";")
        self.visit(node.target)
        self._add("op=")
        self._add(_OPERATORS[type(node.op)])
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
