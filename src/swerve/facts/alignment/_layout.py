"""How is a long line of code broken, so that a person can read it?"""

from __future__ import annotations

import io
import itertools
import re
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

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
