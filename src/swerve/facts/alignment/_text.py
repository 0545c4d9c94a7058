"""How is a unified function written for a person?"""

from __future__ import annotations

import ast
import copy
import io
import itertools
import re
import tokenize
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from swerve.model import LineNo, Side
from swerve.source.syntax import FUNCTIONS, all_arguments

from ._blocks import null_context
from ._elements import joined
from ._model import CHANGE, Site, Unified, site_number
from ._names import mentioned

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


# --- layout ---------------------------------------------------------------------------------------

# How is a long line of code broken, so that a person can read it?


_INDENT = 4
_BEFORE_CONDITION = re.compile(r"\s*(if|elif|while|return|assert) ")
_OPENING, _CLOSING = "([{", ")]}"
_JOINING = ("and", "or", "if", "else", "for", "+")


class _Brackets(NamedTuple):
    """The positions of an opening bracket and the one that closes it."""

    start: int
    end: int


def laid_out(line: str, width: int) -> list[str]:
    """The line, or several where it is too long and has brackets to break at.

    Inside the longest brackets every element gets a line of its own; one without commas is
    broken before its operators.
    """
    if len(line) <= width:
        return [line]
    line = _in_brackets(line)
    brackets = _longest_brackets(line)
    if brackets is None:
        return [line]
    margin = " " * (len(line) - len(line.lstrip()))
    inside = line[brackets.start + 1 : brackets.end]
    parts = [part.strip() for part in _parts(inside)]
    lines = [line[: brackets.start + 1]]
    for part in parts:
        lines.extend(laid_out(f"{margin}{' ' * _INDENT}{part}", width))
    return [*lines, *laid_out(f"{margin}{line[brackets.end :]}", width)]


def _in_brackets(line: str) -> str:
    """A condition or value of several operands gets brackets to break in."""
    keyword = _BEFORE_CONDITION.match(line)
    if keyword is None:
        return line
    end = len(line) - line.endswith(":")
    inside = line[keyword.end() : end]
    depth = 0
    for token in _tokens(inside):
        depth += (token.string in _OPENING) - (token.string in _CLOSING)
        if depth == 0 and token.string in ("and", "or"):
            return f"{keyword[0]}({inside}){line[end:]}"
    return line


def _longest_brackets(line: str) -> _Brackets | None:
    found: list[_Brackets] = []
    open_: list[int] = []
    for token in _tokens(line):
        if token.string in _OPENING:
            open_.append(token.start[1])
        elif token.string in _CLOSING and open_:
            start = open_.pop()
            if not open_ and token.start[1] > start + 1:
                found.append(_Brackets(start, token.start[1]))
    return max(found, key=lambda each: each.end - each.start, default=None)


def _parts(inside: str) -> list[str]:
    """Elements with their commas; without commas, what stands between operators."""
    cuts: dict[str, list[int]] = {"comma": [], "operator": []}
    depth = 0
    for token in _tokens(inside):
        if token.string in _OPENING:
            depth += 1
        elif token.string in _CLOSING:
            depth -= 1
        elif depth == 0 and token.string == ",":
            cuts["comma"].append(token.end[1])
        elif depth == 0 and token.string in _JOINING:
            cuts["operator"].append(token.start[1])
        elif depth == 0 and token.string in ("lambda", ":="):
            return [inside]
    places = [0, *(cuts["comma"] or cuts["operator"]), len(inside)]
    return [inside[a:b] for a, b in itertools.pairwise(places) if inside[a:b].strip()]


def _tokens(line: str) -> Iterator[tokenize.TokenInfo]:
    """Operators and words of a piece of a line, as far as it can be read."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(line.strip("\n")).readline):
            if token.type in (tokenize.OP, tokenize.NAME) and token.string:
                yield token
    except (tokenize.TokenError, IndentationError):
        return
