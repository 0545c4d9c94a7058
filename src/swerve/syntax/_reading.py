"""How do bytes become source text, and text a syntax tree?"""

from __future__ import annotations

import ast
import codecs
import io
import re
import sys
import tokenize
import warnings
from dataclasses import dataclass
from functools import lru_cache

_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file is no Python that this interpreter understands."""

    message: str
    hint: str
    line: int | None = None
    #: The line with a caret under the place; empty when there is none.
    excerpt: str = ""


def read_source(data: bytes) -> str | Unreadable:
    """Decode as Python itself does: byte-order mark, coding cookie, universal newlines."""
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
            f"the encoding `{encoding}` cannot be used: it gives no text",
            "Save the file as UTF-8.",
            line=1,
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str) -> ast.Module | Unreadable:
    """The syntax tree of a file. Cached, so do not change what comes back."""
    return _parse(text)


@lru_cache(maxsize=64)
def _parse(text: str) -> ast.Module | Unreadable:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape in the target is not ours to report
            return ast.parse(text)
    except SyntaxError as error:
        return Unreadable(
            f"does not parse: {error.msg}",
            f"Read as Python {sys.version_info[0]}.{sys.version_info[1]}: for code that needs a "
            "newer Python, install swerve there.",
            line=error.lineno,
            excerpt=_excerpt(text, error),
        )
    except ValueError as error:  # null bytes, before 3.12
        return Unreadable(f"does not parse: {error}", "Remove the byte.")
    except (RecursionError, MemoryError):
        return Unreadable(
            "does not parse: nested too deeply",
            "Leave the file out with --exclude.",
        )


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
