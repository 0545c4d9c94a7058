"""In which runs of lines do the two versions of a function differ?"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from textwrap import dedent

from swerve.model import CauseKind, LineNo, Pair
from swerve.source.syntax import Unreadable, node_of, parse

#: Functions with more lines have one edit: to find more would take minutes where lines are alike.
_LONGEST = 1_000
#: So many lines are read, once for each edit.
_MOST_LINES = 5_000


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines of a function that differ."""

    #: The new file, as it is called in the tree.
    file: str
    #: In the new file: the first line that it brings, or the line before which old ones stood.
    first: LineNo
    taken: tuple[str, ...]
    brought: tuple[str, ...]

    @property
    def last(self) -> LineNo:
        """The line of the new file that the edit ends with; before `first` where it brings none."""
        return self.first + len(self.brought) - 1

    @property
    def key(self) -> str:
        """What it is known by: the file and the line."""
        return f"{self.file}:{self.first}"

    @property
    def place(self) -> str:
        """For a person: "new line 4", "new lines 4-6", "lines removed before new line 4"."""
        if not self.brought:
            return f"lines removed before new line {self.first}"
        lines = f"{self.first}-{self.last}"
        return f"new line {self.first}" if len(self.brought) == 1 else f"new lines {lines}"

    def taken_back(self, text: str) -> str:
        """The new file without this edit."""
        lines = text.split("\n")
        lines[self.first - 1 : self.last] = self.taken
        return "\n".join(lines)


def edits_of(pair: Pair) -> tuple[Edit, ...]:
    """Every run of lines that differ; none where the function itself was not edited."""
    if not any(cause.kind is CauseKind.EDITED for cause in pair.causes):
        return ()
    return tuple(_edits_of(pair))


def _edits_of(pair: Pair) -> Iterator[Edit]:
    old, new = (side.source.split("\n") for side in (pair.old, pair.new))
    first = pair.new.first_line
    for taken, brought in _runs(old, new):
        if taken != brought and "".join((*taken, *brought)).strip():
            yield Edit(pair.new.module.path, first, tuple(taken), tuple(brought))
        first += len(brought)


def _runs(old: list[str], new: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Both sides run by run, those that are alike too; of very many lines, one that differs."""
    if max(len(old), len(new)) > _LONGEST:
        first = _alike(old, new)
        last = _alike(old[first:][::-1], new[first:][::-1])
        yield old[:first], new[:first]
        yield old[first : len(old) - last], new[first : len(new) - last]
        return
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        taken, brought = old[old_from:old_to], new[new_from:new_to]
        yield from [(taken, brought)] if tag == "equal" else _apart(taken, brought)


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines both start with."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def _apart(taken: list[str], brought: list[str]) -> list[tuple[list[str], list[str]]]:
    """Lines that differ, statement by statement where as many stand on both sides."""
    parts = _statements(taken), _statements(brought)
    if len(parts[0]) != len(parts[1]):
        return [(taken, brought)]
    return list(zip(*parts, strict=True))


def _statements(lines: list[str]) -> list[list[str]]:
    """Lines of code by statement, each with the comments above it; all in one where these are no
    whole statements.
    """
    tree = parse(dedent("\n".join(lines)))
    body = [] if isinstance(tree, Unreadable) else tree.body
    ends = [each.end_lineno or 0 for each in body[:-1]]
    return [lines[start:end] for start, end in pairwise([0, *ends, len(lines)])]


def edits_of_code(pair: Pair, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Those that change what runs: not only comments, annotations or what is documented.

    With very much to read, all of them.
    """
    is_much = len(edits) * pair.new.source.count("\n") > _MOST_LINES
    new = _code(pair.new.source) if edits and not is_much else None
    if new is None:
        return tuple(edits)
    before = pair.new.first_line - 1
    here = (replace(each, first=each.first - before) for each in edits)
    old = (_code(each.taken_back(pair.new.source)) for each in here)
    return tuple(each for each, code in zip(edits, old, strict=True) if code != new)


def _code(source: str) -> str | None:
    """What runs of a function; `None` where it cannot be read."""
    tree = parse(dedent(source))
    return None if isinstance(tree, Unreadable) else ast.dump(_Bare().visit(copy.deepcopy(tree)))


class _Bare(ast.NodeTransformer):
    """Takes out annotations and docstrings."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._bare(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._bare(node)

    def _bare(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        if ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = []
        return self.generic_visit(node)


def edits_in_body(pair: Pair, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Those that leave the head of the function, with its defaults, as it is."""
    last = _last_of_head(pair)
    return tuple(each for each in edits if each.first > last)


def edits_in_head(pair: Pair, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Those of the head alone; none where there is no head to be found."""
    if node_of(pair.new) is None:
        return ()
    last = _last_of_head(pair)
    return tuple(each for each in edits if each.last <= last and each.first <= last)


def edits_in_docstring(pair: Pair, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Those of the docstring alone."""
    node = node_of(pair.new)
    if node is None or ast.get_docstring(node, clean=False) is None:
        return ()
    first, last = node.body[0].lineno, node.body[0].end_lineno or 0
    return tuple(each for each in edits if first <= each.first and each.last <= last)


def _last_of_head(pair: Pair) -> LineNo:
    """The line that the signature of the new version ends in."""
    node = node_of(pair.new)
    if node is None:
        return pair.new.last_line
    parts = [*node.decorator_list, *ast.walk(node.args), *filter(None, [node.returns])]
    last = max(node.lineno, *(getattr(each, "end_lineno", None) or 0 for each in parts))
    lines = pair.new.module.text.split("\n")[last - 1 : node.body[0].lineno - 1]
    ends = (at for at, line in enumerate(lines) if line.partition("#")[0].rstrip().endswith(":"))
    return last + next(ends, 0)
