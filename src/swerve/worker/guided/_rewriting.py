"""How is code rewritten so that a missing value does not stop it?

Most of the work is done by the injected objects themselves. Rewritten is what Python would decide
without asking them: what is raised and caught, which function a call reaches, `in`, `is`, items of
containers that were made up, loops without end, `super`, decorators. Each place calls a hook, which
does what Python does wherever nothing injected is involved. Line numbers stay.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Union

from ..core.conditions import leaves_in, put_in, with_truth, wrap_parts
from ._holdings import platform_of

#: What the hooks and the marks are called in rewritten code.
HOOKS = "__within__"
WAYS = "__within_ways__"
BEGAN, DONE = "__within_began__", "__within_done__"
#: What these see depends on who calls them.
_BY_FRAME = frozenset(
    ("locals", "globals", "vars", "dir", "eval", "exec", "super", "breakpoint", "__import__")
)
_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]  # noqa: UP007 - Python 3.9 runs this


def rewritten(tree: ast.Module, target: _Function | None = None) -> ast.Module:
    """Rewrite a module in place; mark the statements of the target, and have it handed over."""
    if target is not None:
        target.decorator_list.append(_hook("target"))
    visited: ast.Module = _Rewriter().visit(tree)
    return ast.fix_missing_locations(visited)


class Marks:
    """The places of a function that are watched: the lines each stands for."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, ...]] = []

    def add(self, first: int, last: int) -> int:
        """A place that begins and ends at these lines."""
        self.lines.append(tuple(range(first, max(first, last) + 1)))
        return len(self.lines) - 1


def marked(function: _Function) -> Marks:
    """Put marks into a function: which statements began, and which came to their end."""
    marks = Marks()
    for leaf in reversed(leaves_in(function)):
        mark = marks.add(leaf.number, leaf.number)
        marks.add(with_truth(leaf.number, True), 0)
        put_in(leaf, asking(WAYS, "answered", leaf.node, ast.Constant(mark), leaf.node))
    wrap_parts(
        function, lambda _: True, lambda number, part: _done(marks.add(number, number), part)
    )
    body = function.body
    start = 1 if _is_docstring(body[0]) and len(body) > 1 else 0
    function.body = [*body[:start], *_block(body[start:], marks)]
    return marks


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _block(body: Sequence[ast.stmt], marks: Marks) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for node in body:
        out += _statement(node, marks)
    return out


def _statement(node: ast.stmt, marks: Marks) -> list[ast.stmt]:
    """One statement with what marks it: begun before, done after, wherever that is."""
    last = node.end_lineno or node.lineno
    inner = getattr(node, "body", None)
    if isinstance(inner, list) and inner:
        first_inside = min(_first_line(child) for child in inner[:1])
        mark = marks.add(_first_line(node), max(node.lineno, first_inside - 1))
    else:
        mark = marks.add(node.lineno, last)
    began, done = _set_mark(BEGAN, mark, node), _set_mark(DONE, mark, node)
    if isinstance(node, ast.Return):
        if node.value is None:
            return [began, done, node]
        node.value = _done(mark, node.value)
    elif isinstance(node, ast.Raise):
        if node.exc is None:
            return [began, done, node]
        node.exc = _done(mark, node.exc)
    elif isinstance(node, (ast.Break, ast.Continue)):
        return [began, done, node]
    elif isinstance(node, (ast.If, ast.While)):
        node.test = _done(mark, node.test)
        node.body = _block(node.body, marks)
        node.orelse = _other(node.orelse, node.body, marks)
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        node.iter = _done(mark, node.iter)
        node.body = _block(node.body, marks)
        node.orelse = _other(node.orelse, node.body, marks)
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        node.body = [done, *_block(node.body, marks)]
    elif isinstance(node, _TRIES):
        _try(node, mark, marks)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        start = 1 if _is_docstring(node.body[0]) and len(node.body) > 1 else 0
        node.body = [*node.body[:start], *_block(node.body[start:], marks)]
        return [began, node, done]
    elif isinstance(node, ast.ClassDef):
        node.body = _block(node.body, marks)
        return [began, node, done]
    elif _MATCH is not None and isinstance(node, _MATCH):
        subject: Any = node
        subject.subject = _done(mark, subject.subject)
        for case in subject.cases:
            inside = marks.add(case.pattern.lineno, _first_line(case.body[0]) - 1)
            case.body = [*_both(inside, case.body[0]), *_block(case.body, marks)]
    else:
        return [began, node, done]
    return [began, node]


def _try(node: Any, mark: int, marks: Marks) -> None:
    first = node.body[0]
    last_body = node.body[-1]
    node.body = [_set_mark(DONE, mark, first), *_block(node.body, marks)]
    for handler in node.handlers:
        inside = marks.add(handler.lineno, max(handler.lineno, _first_line(handler.body[0]) - 1))
        last_body = handler.body[-1]
        handler.body = [*_both(inside, handler.body[0]), *_block(handler.body, marks)]
    node.orelse = _other(node.orelse, [last_body], marks)
    if node.orelse:
        last_body = node.orelse[-1]
    node.finalbody = _other(node.finalbody, [last_body], marks)


def _other(body: list[ast.stmt], before: Sequence[ast.stmt], marks: Marks) -> list[ast.stmt]:
    """The block behind `else:` or `finally:`, whose own line is in no node."""
    if not body:
        return body
    first = body[0]
    is_elif = isinstance(first, ast.If) and len(body) == 1 and first.col_offset == _column(before)
    last_before = before[-1].end_lineno or 0
    if is_elif or last_before + 1 > _first_line(first) - 1:
        return _block(body, marks)
    inside = marks.add(last_before + 1, _first_line(first) - 1)
    return [*_both(inside, first), *_block(body, marks)]


def _column(before: Sequence[ast.stmt]) -> int:
    return max(0, before[-1].col_offset - 4)


def _first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", ())
    lines: list[int] = [node.lineno, *(each.lineno for each in decorators)]
    return min(lines)


def _both(mark: int, at: ast.stmt) -> list[ast.stmt]:
    return [_set_mark(BEGAN, mark, at), _set_mark(DONE, mark, at)]


def _set_mark(name: str, mark: int, at: ast.stmt) -> ast.stmt:
    target = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(mark), ast.Store())
    return ast.copy_location(ast.Assign([target], ast.Constant(1)), at)


def _done(mark: int, value: ast.expr) -> ast.expr:
    return asking(HOOKS, "done", value, ast.Constant(mark), value)


def asking(holder: str, name: str, at: ast.expr, *args: ast.expr) -> ast.Call:
    """A call of a method of something that rewritten code has by a name; it stays as it is."""
    method = ast.Attribute(ast.Name(holder, ast.Load()), name, ast.Load())
    call = ast.Call(method, list(args), [])
    call._within = True  # type: ignore[attr-defined]
    return ast.copy_location(call, at)  # what is inside gets its place with the rest of the tree


def _hook(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name(HOOKS, ast.Load()), name, ast.Load())


_TRIES: tuple[type, ...] = (ast.Try,) + ((ast.TryStar,) if hasattr(ast, "TryStar") else ())
_MATCH: type | None = getattr(ast, "Match", None)


class _Rewriter(ast.NodeTransformer):
    """Puts hooks into a tree."""

    def __init__(self) -> None:
        #: For each function around: whether it is a method, and its first parameter.
        self._methods: list[tuple[bool, str | None]] = []
        self._in_class = False

    # --- what is defined ------------------------------------------------------------------------

    def visit_FunctionDef(self, node: _Function) -> ast.AST:
        """Decorators that are missing leave the function as it is."""
        node.decorator_list = [self._decorator(each) for each in node.decorator_list]
        arguments = node.args
        for name in ("defaults", "kw_defaults"):
            values = getattr(arguments, name)
            setattr(arguments, name, [each and self.visit(each) for each in values])
        was_in_class = self._enter(arguments)
        node.body = self._statements(node.body)
        self._leave(was_in_class)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - as any function

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Its `super()` means its own first parameter."""
        node.args = self.visit(node.args)
        was_in_class = self._enter(node.args)
        node.body = self.visit(node.body)
        self._leave(was_in_class)
        return node

    def _enter(self, arguments: ast.arguments) -> bool:
        named = [*arguments.posonlyargs, *arguments.args]
        is_method = self._in_class or any(is_method for is_method, _ in self._methods)
        self._methods.append((is_method, named[0].arg if named else None))
        was_in_class, self._in_class = self._in_class, False
        return was_in_class

    def _leave(self, was_in_class: bool) -> None:
        self._in_class = was_in_class
        self._methods.pop()

    def _decorator(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Attribute) and _is_hooks(node.value):
            return node
        return self._call("decorator", node, self.visit(node))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Methods know that they are in a class."""
        node.decorator_list = [self._decorator(each) for each in node.decorator_list]
        node.bases = [self.visit(each) for each in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        was_in_class, self._in_class = self._in_class, True
        node.body = self._statements(node.body)
        self._in_class = was_in_class
        return node

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for each in body:
            visited = self.visit(each)
            out += visited if isinstance(visited, list) else [visited]
        return out

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations stay as they are."""
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    # --- what goes wrong ------------------------------------------------------------------------

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """What is raised on purpose is told apart, and may be injected."""
        self.generic_visit(node)
        if node.exc is not None:
            node.exc = self._call("raised", node.exc, node.exc)
        if node.cause is not None:
            node.cause = self._call("cause", node.cause, node.cause)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        """The class that is caught may be injected."""
        self.generic_visit(node)
        if node.type is not None:
            node.type = self._call("caught", node.type, node.type)
        first = node.body[0]
        note = ast.copy_location(ast.Expr(asking(WAYS, "handled", first)), first)  # type: ignore[arg-type]
        node.body.insert(0, note)
        return node

    # --- calls and containers -------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Who is called may be something that cannot deal with injected arguments."""
        if hasattr(node, "_within"):
            self.generic_visit(node)
            return node
        function = node.func
        if isinstance(function, ast.Name) and function.id in _BY_FRAME:
            self.generic_visit(node)
            is_bare = function.id == "super" and not node.args and bool(self._methods)
            if is_bare and self._methods[-1] != (True, None):  # without a parameter it is an error
                return self._super(node)
            if function.id == "super" and len(node.args) == 2 and not node.keywords:
                return self._call("superior", node, *node.args)
            return node
        self.generic_visit(node)
        bound = self._call("bound", node, node.func, *node.args)
        taken = [ast.Constant(keyword.arg) for keyword in node.keywords if keyword.arg]
        for keyword in node.keywords:
            if keyword.arg is None:
                keyword.value = self._call("keywords", keyword.value, keyword.value, *taken)
        bound.keywords = node.keywords
        return ast.copy_location(ast.Call(bound, [], []), node)

    def _super(self, node: ast.Call) -> ast.expr:
        is_method, first = self._methods[-1]
        cls: ast.expr = ast.Name("__class__", ast.Load()) if is_method else ast.Constant(None)
        receiver: ast.expr = ast.Name(first, ast.Load()) if first else ast.Constant(None)
        return self._call("superior", node, cls, receiver)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """The class of something that is injected is not that of injected objects."""
        self.generic_visit(node)
        if node.attr == "__class__" and isinstance(node.ctx, ast.Load):
            return self._call("class_of", node, node.value)
        path = platform_of(node)
        if path and isinstance(node.ctx, ast.Load) and not path.startswith("platform."):
            return self._call("platform", node, ast.Constant(path), node)
        is_of_os = isinstance(node.value, ast.Name) and node.value.id == "os"
        if is_of_os and node.attr == "environ" and isinstance(node.ctx, ast.Load):
            return self._call("environ", node, node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An item of something made up may be missing."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _is_left(node.slice):
            return node
        key = node.slice
        if isinstance(key, ast.Tuple):
            key.elts = [self._part(each) for each in key.elts]
        return self._call("item", node, node.value, key)

    def _part(self, node: ast.expr) -> ast.expr:
        """One of several keys: a slice can only be written inside of brackets."""
        if not isinstance(node, ast.Slice):
            return node
        ends = [each or ast.Constant(None) for each in (node.lower, node.upper, node.step)]
        return self._call("part", node, *ends)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`in` and `is` do not ask an injected object."""
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        how, left, right = node.ops[0], node.left, node.comparators[0]
        if isinstance(how, (ast.In, ast.NotIn)):
            asked = self._call("isin", node, left, right)
        elif isinstance(how, (ast.Is, ast.IsNot)) and not (_is_fixed(left) or _is_fixed(right)):
            asked = self._call("same", node, left, right)
        elif isinstance(how, (ast.Is, ast.IsNot)) and _is_truth(right):
            asked = self._call("is_truth", node, left, right)
        else:
            return node
        if isinstance(how, (ast.NotIn, ast.IsNot)):
            return ast.copy_location(ast.UnaryOp(ast.Not(), asked), node)
        return asked

    def visit_match_case(self, node: Any) -> Any:
        """Patterns stay as they are."""
        node.guard = node.guard and self.visit(node.guard)
        node.body = self._statements(node.body)
        return node

    def visit_Await(self, node: ast.Await) -> ast.AST:
        """What is awaited may be a made-up value that nobody can await."""
        self.generic_visit(node)
        node.value = self._call("awaited", node.value, node.value)
        return node

    # --- loops ----------------------------------------------------------------------------------

    def visit_While(self, node: ast.While) -> ast.AST:
        """A loop that goes on for too long is left."""
        self.generic_visit(node)
        test = self._call("cut", node, ast.Constant(node.lineno))
        leave = ast.copy_location(ast.Break(), node)
        node.body.insert(0, ast.copy_location(ast.If(test, [leave], []), node))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """So is one over something without an end."""
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(self._call("step", node)), node))
        return node

    def _call(self, hook: str, at: ast.AST, *args: ast.expr) -> ast.Call:
        call = ast.Call(_hook(hook), list(args), [])
        return ast.copy_location(call, at)


def _is_hooks(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == HOOKS


def _is_fixed(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is bool


def _is_left(node: ast.expr) -> bool:
    """Whether a key is left alone: a slice, which lists and injected objects deal with."""
    if isinstance(node, ast.Tuple):
        return any(isinstance(each, ast.Starred) for each in node.elts)
    return isinstance(node, ast.Slice)
