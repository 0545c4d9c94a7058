"""How do bytes become source text, text a syntax tree, and where in it does a function stand?"""

from __future__ import annotations

import ast
import codecs
import io
import re
import sys
import tokenize
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from swerve.model import Function

from .scopes import FUNCTIONS, FunctionNode

_T = TypeVar("_T")

#: Nodes of code, with those that are there more than once: some 100,000 lines.
_HEAVIEST = 1_000_000
#: Levels of a tree: what Python compiles before it gives up, with limits left as they come.
_DEEPEST = 3_000
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file is no Python that this interpreter understands."""

    message: str
    hint: str
    line: int | None = None
    #: The line with a caret under the place; empty when there is none.
    excerpt: str = ""


_TOO_DEEP = Unreadable("does not parse: nested too deeply", "Leave the file out with --exclude.")


def read_source(data: bytes) -> str | Unreadable:
    """Decode as Python itself does: byte-order mark, coding cookie, universal newlines."""
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")  # before it looks for a cookie
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        cookie = _CODING.search(data.removeprefix(codecs.BOM_UTF8)[:200])
        named = f" `{cookie[1].decode('ascii', 'replace')}`" if cookie else ""
        return Unreadable(
            f"the encoding{named} cannot be used: {error.msg}",
            "Correct the coding cookie in the first two lines, or save the file as UTF-8.",
            line=1,
        )
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Unreadable(
            f"byte 0x{data[error.start]:02x} is not {encoding}",
            "Save the file as UTF-8, or name its encoding in a coding cookie on the first line.",
            line=line,
        )
    except (LookupError, ValueError):  # a codec that gives no text
        return Unreadable(
            f"the encoding `{encoding}` cannot be used: it does not decode to text",
            "Save the file as UTF-8.",
            line=1,
        )
    if "\r" in text:
        return Unreadable(
            f"its {encoding} text contains a hidden carriage return",
            "Save the file as UTF-8.",
            line=text.count("\n", 0, text.index("\r")) + 1,
        )
    return text


def parse(text: str) -> ast.Module | Unreadable:
    """The syntax tree of a file. Cached, so do not change what comes back."""
    return _parse(text)


@lru_cache(maxsize=64)
def _parse(text: str) -> ast.Module | Unreadable:
    tree = _accepted(text, ast.parse)
    if isinstance(tree, ast.Module) and len(text) > _DEEPEST and _is_too_deep(tree):
        return _TOO_DEEP
    return tree


def _is_too_deep(tree: ast.Module) -> bool:
    level: list[ast.AST] = [tree]
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def refused(text: str, tree: ast.Module) -> Unreadable | None:
    """Why Python does not compile a file that it parses. Nothing of it runs."""
    if "finally" in text and _weight(tree) > _HEAVIEST:
        return Unreadable(
            "does not compile: its `finally` blocks expand to too much code",
            "Leave the file out with --exclude.",
        )
    found = _accepted(text, lambda text: compile(text, "", "exec", dont_inherit=True))
    return found if isinstance(found, Unreadable) else None


def _accepted(text: str, read: Callable[[str], _T]) -> _T | Unreadable:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape in the target is not ours to report
            return read(text)
    except SyntaxError as error:
        return Unreadable(
            f"does not parse: {error.msg}",
            f"Read as Python {sys.version_info[0]}.{sys.version_info[1]}: for code that needs a "
            "newer Python, install swerve in that version.",
            line=error.lineno,
            excerpt=_excerpt(text, error),
        )
    except ValueError as error:  # null bytes, before 3.12
        return Unreadable(f"does not parse: {error}", "Remove the byte.")
    except (RecursionError, MemoryError):
        return _TOO_DEEP


def _weight(tree: ast.Module) -> int:
    """How much code Python makes of a file: a `finally` block once for each way to get there."""
    total = 0
    waiting: list[tuple[ast.AST, int]] = [(tree, 1)]
    while waiting:
        node, times = waiting.pop()
        total += times
        last = set(getattr(node, "finalbody", ()))
        ways = 2 + sum(isinstance(each, _LEAVING) for each in ast.walk(node)) if last else 1
        for child in ast.iter_child_nodes(node):
            waiting.append((child, times * ways if child in last else times))
    return total


def _excerpt(text: str, error: SyntaxError) -> str:
    if error.lineno is None or error.offset is None:
        return ""
    lines = text.split("\n")
    if not 1 <= error.lineno <= len(lines):
        return ""
    line = lines[error.lineno - 1]
    shown = line.strip()
    if len(shown) > 200:  # a caret far to the right helps nobody
        return ""
    indent = len(line) - len(line.lstrip())
    column = min(max(error.offset - 1 - indent, 0), len(shown))
    return f"{shown}\n{' ' * column}^"


def node_of(function: Function) -> FunctionNode | None:
    """The definition of a function in its file."""
    tree = parse(function.module.text)
    if isinstance(tree, Unreadable):
        return None
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and node.lineno == function.def_line:
            return node
    return None
