"""Where in a contract file does something stand?"""

from __future__ import annotations

import ast
import re

from swerve.meaning.contract._model import Condition, ContractFault, Span


class Places:
    """The text of a contract file, for spans, and the faults found in it so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = tuple(text.split("\n"))
        self._faults: dict[ContractFault, None] = {}

    @property
    def faults(self) -> tuple[ContractFault, ...]:
        """Each once, in the order of the text."""
        return tuple(sorted(self._faults, key=lambda fault: (fault.line, fault.column)))

    def span(self, node: ast.AST) -> Span:
        """The place of a node, as far as it stands on its first line."""
        line: int = getattr(node, "lineno", 1)
        end_line: int = getattr(node, "end_lineno", line) or line
        text = self.line(line)
        start = _characters(text, getattr(node, "col_offset", 0))
        if end_line == line:
            end = _characters(text, getattr(node, "end_col_offset", 0) or 0)
        else:
            end = len(text.rstrip())
        return Span(line, start + 1, max(end, start + 1) + 1 if end <= start else end + 1)

    def head(self, node: ast.AST, length: int) -> Span:
        """The place of the first characters of a node: of a keyword and a name, say."""
        whole = self.span(node)
        return Span(whole.line, whole.column, whole.column + length)

    def name_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Span:
        """The place of the name that is defined."""
        text = self.line(node.lineno)
        found = re.search(rf"(?:def|class)\s+({re.escape(node.name)})\b", text)
        if found is None:  # it stands on another line
            return self.head(node, 3)
        return Span(node.lineno, found.start(1) + 1, found.end(1) + 1)

    def line(self, number: int) -> str:
        """A line of the file."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def condition(self, node: ast.expr) -> Condition:
        """An expression with its place."""
        span = self.span(node)
        text = self.line(span.line)[span.column - 1 : span.end_column - 1]
        is_whole = getattr(node, "end_lineno", None) == span.line
        return Condition(text if is_whole and text else ast.unparse(node), span, node)

    def fault(self, where: ast.AST | Span, message: str) -> None:
        """Note something that cannot stand as it is."""
        span = where if isinstance(where, Span) else self.span(where)
        found = ContractFault(
            self.file, span.line, span.column, span.end_column, message, self.line(span.line)
        )
        self._faults[found] = None


def _characters(line: str, offset: int) -> int:
    """How many characters so many bytes are."""
    if line.isascii():
        return min(offset, len(line))
    return len(line.encode()[:offset].decode("utf-8", "ignore"))
