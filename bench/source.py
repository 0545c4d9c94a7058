"""How is the text of a module edited by way of its syntax tree?"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of a text, from one character to before another, and what takes its place."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Source:
    """The text of a module."""

    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """Its lines with their ends, as the parser counts them."""
        return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", self.text)

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node stands in."""
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    @cached_property
    def functions(self) -> dict[str, FunctionNode]:
        """Functions and methods by qualified name, without those inside functions.

        Those of which there are several by one name are left out.
        """
        found = list(_functions(self.tree, ""))
        counts = Counter(name for name, _ in found)
        return {name: node for name, node in found if counts[name] == 1}

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node begins and ends in the text, decorators included."""
        first = min((node, *getattr(node, "decorator_list", ())), key=lambda each: each.lineno)
        end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
        start = self.offset(first.lineno, first.col_offset)
        if first is not node:
            start = self.text.rindex("@", 0, start)
        return start, self.offset(end_line, end_column)

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def offset(self, line: int, column: int) -> int:
        """The place of a character: line from 1, column in bytes, as syntax trees count."""
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode("utf-8")[:column].decode("utf-8"))
        return self._starts[line - 1] + column

    def edited(self, *edits: Edit) -> str:
        """The text with some of it replaced."""
        text = self.text
        for edit in sorted(edits, key=lambda edit: -edit.start):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text

    def replaced(self, node: ast.expr | ast.stmt, text: str) -> str:
        """The text with another in the place of a node."""
        return self.edited(Edit(*self.span(node), text))

    def stands_alone(self, statement: ast.stmt) -> bool:
        """Whether a statement has its lines for itself, but for a comment behind it."""
        start, end = self.span(statement)
        before = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        after = self.text[end:].split("\n", 1)[0].strip()
        return not before.strip() and (not after or after.startswith("#"))

    def indentation(self, statement: ast.stmt) -> str:
        """What stands before a statement that has its lines for itself."""
        start, _ = self.span(statement)
        return self.text[self.text.rfind("\n", 0, start) + 1 : start]

    @cached_property
    def _starts(self) -> list[int]:
        starts, place = [], 0
        for line in self.lines:
            starts.append(place)
            place += len(line)
        return starts


def same_code(old: str, new: str) -> bool:
    """Whether two modules compile to the same instructions, wherever these stand in the file."""
    return _outline(compile(old, "m", "exec")) == _outline(compile(new, "m", "exec"))


def _outline(code: CodeType) -> tuple[object, ...]:
    constants = tuple(
        _outline(each) if isinstance(each, CodeType) else (type(each).__name__, repr(each))
        for each in code.co_consts
    )
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    handlers = getattr(code, "co_exceptiontable", b"")  # since Python 3.11
    return code.co_code, handlers, constants, names, code.co_flags


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, FunctionNode]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, (ast.stmt, ast.excepthandler)):
            yield from _functions(child, prefix)
