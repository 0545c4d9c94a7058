"""How is a unified function written for a person?"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Sequence
from functools import reduce

from swerve.facts.alignment._guards import null_context
from swerve.facts.alignment._layout import laid_out
from swerve.facts.alignment._model import CHANGE, Site, Unified, site_number
from swerve.facts.alignment._names import mentioned
from swerve.facts.alignment._texts import joined
from swerve.model import LineNo, Side
from swerve.source.syntax import FUNCTIONS, all_arguments

_WIDTH = 88
_MARKED = re.compile(r"__swerve_change_(\d+)__(?=\()")


def text_of(unified: Unified) -> str:
    """The function with `change(old, new)`, and behind each change the lines of both versions."""
    tree = _Readable(unified.sites).visit(copy.deepcopy(unified.tree))
    word = "change" if "change" not in set(mentioned(unified.tree)) else CHANGE
    lines = list(_remarks(unified))
    for long in ast.unparse(tree).split("\n"):
        for line in laid_out(long, _WIDTH):
            sites = [unified.sites[int(number)] for number in _MARKED.findall(line)]
            shown = _MARKED.sub(word, line)
            lines.append(f"{shown}  # {_places(sites)}" if sites else shown)
    return "\n".join(lines)


def _remarks(unified: Unified) -> Iterator[str]:
    """What the tree itself does not show."""
    if unified.old_args is not None:
        signature = copy.deepcopy(unified.old_args)
        for argument in all_arguments(signature):
            argument.annotation = None
        yield f"# old: {unified.old_name}({ast.unparse(signature)})"
    elif unified.old_name != unified.tree.name:
        yield f"# old: {unified.old_name}"
    if unified.old_kind is not type(unified.tree):
        yield f"# old: {'async def' if unified.old_kind is ast.AsyncFunctionDef else 'def'}"
    for side in Side:
        for name, own in unified.names(side).items():
            yield f"# {side.value}: `{name}` is called `{own}`"
    for name in unified.clashes:
        yield f"# `{name}` is a local in one version, and not in the other"


def _places(sites: Sequence[Site]) -> str:
    return "; ".join(dict.fromkeys(map(_place, sites)))


def _place(site: Site) -> str:
    sides = (("old", site.old_lines), ("new", site.new_lines))
    return ", ".join(f"{side} {_range(lines)}" for side, lines in sides if lines)


def _range(lines: Sequence[LineNo]) -> str:
    return f"{lines[0]}" if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"


class _Readable(ast.NodeTransformer):
    """Leaves out what only a machine needs; changes the tree in place."""

    def __init__(self, sites: Sequence[Site]) -> None:
        self._sites = sites
        self._null = ast.dump(null_context())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if ast.dump(node) == self._null:
            return ast.Call(ast.Name("nullcontext", ast.Load()), [], [])
        number = site_number(node)
        if number is not None:
            node.func, node.keywords = ast.Name(f"__swerve_change_{number}__", ast.Load()), []
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Changed text stands beside the rest: quotes in fields of strings are hard to read."""
        pieces: list[ast.expr] = []
        rest: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and self._is_spliced(part.value):
                pieces.extend([*_text(rest), part.value])
                rest = []
            else:
                rest.append(part)
        if not pieces:
            return self.generic_visit(node)
        pieces = [self.visit(piece) for piece in (*pieces, *_text(rest))]
        return reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), pieces)

    def _is_spliced(self, value: ast.expr) -> bool:
        number = site_number(value)
        return number is not None and self._sites[number].is_spliced

    def _definition(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition  # noqa: N815


def _text(parts: Sequence[ast.expr]) -> list[ast.expr]:
    """A piece of text, with fields or without, if there is any."""
    found = joined(parts)
    if len(found) == 1 and isinstance(found[0], ast.Constant):
        return found
    return [ast.JoinedStr(list(found))] if found else []
