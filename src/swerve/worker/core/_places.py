"""Where in a file must a probe stand so that a line counts as run when its code does?

A place is a piece of code that runs as a whole: a simple statement, the head of a compound one, the
start of a function, or a part of an expression that may be skipped (`b` in `a and b`). It has the
lines that count as run with it. A line that holds several pieces counts with the first.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from .conditions import lazy_in

#: Keywords and brackets that may stand on a line before the code that the line is there for.
_LEADING = (b"else ", b"and ", b"or ", b"if ", b"(", b")", b"]", b"}", b",")
_NO_CODE = (ast.Global, ast.Nonlocal)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Fields of statements that hold blocks, in the order in which they stand in the text.
_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")
#: Never touched: under `from __future__ import annotations` their text is what counts.
_ANNOTATIONS = ("annotation", "returns")


class ProbeSite(NamedTuple):
    """Where a probe stands: `holder.field[at]`, or `holder.field` where `at` is -1."""

    holder: Any
    field: str
    at: int
    #: "statement": before it; "start": where a function starts; "block": where a block does;
    #: "expression": around it.
    kind: str
    lines: list[int]
    #: The first line of what is at the place.
    first: int

    def is_just_before(self, other: ProbeSite) -> bool:
        """Whether nothing comes between the two: one is where a block starts, one what is there."""
        return (
            self.kind in ("start", "block")
            and other.kind == "statement"
            and self.holder is other.holder
            and (self.field, self.at) == (other.field, other.at)
        )

    def function(self) -> tuple[int, str]:
        """First line and name of the function that starts here, as its code object has them."""
        return _first_line(self.holder), self.holder.name


class _Lazy(NamedTuple):
    """An expression that may be skipped, or runs later."""

    start: tuple[int, int]
    end: tuple[int, int]
    holder: Any
    field: str
    at: int


def places_in(tree: ast.Module, source: bytes, watched: Collection[int]) -> list[ProbeSite]:
    """Places of all statements that hold a watched line, in the order of the text."""
    return _Finder(tree, source, watched).found


class _Finder:
    """Walks the statements of a file and gives every line of code to a place."""

    def __init__(self, tree: ast.Module, source: bytes, watched: Collection[int]) -> None:
        self._tree = tree
        #: As `ast` counts lines: a form feed is not the end of one.
        self._text = [b"", *source.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")]
        self._watched = sorted(watched)
        self._owned: set[int] = set()
        self._inside_strings: set[int] | None = None
        self.found: list[ProbeSite] = []
        self._block(tree, "body", tree.body)

    def _block(self, holder: Any, field: str, block: Sequence[Any]) -> None:
        for index, node in enumerate(block):
            first = _first_line(node)
            if _is_idle(node, holder) or not self._is_watched(first, node.end_lineno):
                self._owned.update(range(first, node.end_lineno + 1))
            else:
                self._statement(holder, field, index, node)

    def _is_watched(self, first: int, last: int) -> bool:
        at = bisect_left(self._watched, first)
        return at < len(self._watched) and self._watched[at] <= last

    def _statement(self, holder: Any, field: str, index: int, node: Any) -> None:
        blocks = [(name, getattr(node, name)) for name in _BLOCKS if _has_block(node, name)]
        first = _first_line(node)
        if not blocks:
            self._place(holder, field, index, "statement", (first, node.end_lineno), node)
            return
        head_end = max(first, _first_line(blocks[0][1][0]) - 1, _last_line_of_head(node))
        head = self._place(holder, field, index, "statement", (first, head_end), node)
        if isinstance(node, _FUNCTIONS):
            self._start(node, [line for line in range(first, head_end + 1) if self._is_code(line)])
        for name, block in blocks:
            behind = len(self.found)
            if name in ("handlers", "cases"):
                self._clauses(block)
            else:
                self._block(node, name, block)
            self._keyword_lines(block, head, behind)

    def _start(self, function: Any, lines: list[int]) -> None:
        index = _where_code_begins(function)
        first = function.body[min(index, len(function.body) - 1)].lineno
        self.found.append(ProbeSite(function, "body", index, "start", lines, first))

    def _clauses(self, clauses: Sequence[Any]) -> None:
        """`except` and `case`: the head counts when its type is looked at, or its block runs."""
        for clause in clauses:
            lines = (_first_line(clause), max(_first_line(clause), _first_line(clause.body[0]) - 1))
            if getattr(clause, "type", None) is not None:
                self._place(clause, "type", -1, "expression", lines, clause.type)
            else:
                begin = _where_code_begins(clause)
                self._place(clause, "body", begin, "block", lines, getattr(clause, "guard", None))
            self._block(clause, "body", clause.body)

    def _keyword_lines(self, block: Sequence[Any], head: ProbeSite, behind: int) -> None:
        """`else:` and `finally:` on lines of their own count with what follows."""
        at = _first_line(block[0]) - 1
        following = [place for place in self.found[behind:] if place.first > at]
        while at > head.first and at not in self._owned:
            if self._is_code(at):
                self._owned.add(at)
                if following:
                    following[0].lines.append(at)
                return
            at -= 1

    def _place(
        self, holder: Any, field: str, index: int, kind: str, span: tuple[int, int], node: Any
    ) -> ProbeSite:
        place = ProbeSite(holder, field, index, kind, [], span[0])
        self.found.append(place)
        lazy = [] if node is None else list(_lazy_parts(node))
        inner: dict[int, ProbeSite] = {}
        for line in range(span[0], span[1] + 1):
            if line in self._owned or not self._is_code(line):
                continue
            self._owned.add(line)
            at = self._innermost(lazy, line)
            if at < 0:
                place.lines.append(line)
                continue
            if at not in inner:
                part = lazy[at]
                inner[at] = ProbeSite(
                    part.holder, part.field, part.at, "expression", [], part.start[0]
                )
            inner[at].lines.append(line)
        self.found.extend(inner.values())
        if node is not None:
            self._lambdas(inner, lazy)
        return place

    def _lambdas(self, inner: dict[int, ProbeSite], lazy: Sequence[_Lazy]) -> None:
        """The head of a lambda counts when it is made and when it is called."""
        for at, part in enumerate(lazy):
            if isinstance(part.holder, ast.Lambda) and part.field == "body":
                head = range(part.holder.lineno, part.start[0] + 1)
                lines = [line for line in head if self._is_code(line)]
                known = inner.get(at)
                if known is not None:
                    known.lines.extend(line for line in lines if line not in known.lines)
                else:
                    self.found.append(
                        ProbeSite(part.holder, "body", -1, "expression", lines, part.start[0])
                    )

    def _innermost(self, lazy: Sequence[_Lazy], line: int) -> int:
        text = self._text[line]
        rest = text.lstrip()
        stripped = True
        while stripped:
            stripped = False
            for word in _LEADING:
                if rest.startswith(word):
                    rest = rest[len(word) :].lstrip()
                    stripped = True
        position = (line, len(text) - len(rest or text.lstrip()))
        found = -1
        for at, part in enumerate(lazy):  # outer ones come first
            if part.start <= position < part.end:
                found = at
        return found

    def _is_code(self, line: int) -> bool:
        text = self._text[line].strip() if line < len(self._text) else b""
        if text and not text.startswith(b"#"):
            return True
        if self._inside_strings is None:
            self._inside_strings = _lines_inside_strings(self._tree)
        return line in self._inside_strings


def _first_line(node: Any) -> int:
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)) and node.decorator_list:
        return min(node.lineno, node.decorator_list[0].lineno)
    line: int = node.pattern.lineno if hasattr(node, "pattern") else node.lineno
    return line


def _last_line_of_head(node: Any) -> int:
    """Where the expressions end that stand before the blocks of a statement."""
    return max((part.end_lineno or 0 for part in _head_expressions(node)), default=0)


def _head_expressions(node: Any) -> Iterator[Any]:
    for name, value in ast.iter_fields(node):
        if name not in _BLOCKS and name not in _ANNOTATIONS:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.expr):
                    yield part
                elif isinstance(part, ast.AST):  # arguments, keywords, items of `with`
                    yield from _head_expressions(part)


def _has_block(node: Any, name: str) -> bool:
    block = getattr(node, name, None)
    return isinstance(node, ast.stmt) and isinstance(block, list) and bool(block)


def _is_idle(node: Any, holder: Any) -> bool:
    """Whether nothing runs for the statement: docstrings, declarations, `from __future__`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign):
        return node.value is None and isinstance(holder, _FUNCTIONS)
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__" and not node.level
    return isinstance(node, _NO_CODE)


def _where_code_begins(holder: Any) -> int:
    """Index of the first statement of a block for which something runs."""
    for index, node in enumerate(holder.body):
        if not _is_idle(node, holder):
            return index
    return len(holder.body)


def _lines_inside_strings(tree: ast.Module) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
        ):
            found.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    return found


def _lazy_parts(node: Any) -> Iterator[_Lazy]:
    """Parts that may be skipped in an expression or a statement's own ones; outer ones first."""
    if isinstance(node, ast.Assert) and node.msg is not None:
        yield _lazy(node, "msg", -1)
    for part in [node] if isinstance(node, ast.expr) else _head_expressions(node):
        yield from (_lazy(*each) for each in lazy_in(part, loops=True))


def _lazy(holder: Any, field: str, index: int) -> _Lazy:
    node = getattr(holder, field)
    if index >= 0:
        node = node[index]
    return _Lazy(
        (node.lineno, node.col_offset),
        (node.end_lineno, node.end_col_offset),
        holder,
        field,
        index,
    )
