"""What does the statement import that failed?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from swerve.run.project._manifest import why_unsafe
from swerve.source.build.files import read_bytes


def imported_name(tree: Path, file: str, line: int, missing: str) -> str:
    """The whole name of a missing module, for which an error often has only the beginning.

    `file`, relative to the tree, and `line` are those of the statement. What it takes from a
    module counts as a part: in a namespace it is one. `missing` itself is returned when the
    statement is not found, or imports something else that failed further inside.
    """
    for name in _names_on(line, _source(tree, file)):
        if name == missing or name.startswith(f"{missing}."):
            return name
    return missing


def _source(tree: Path, file: str) -> bytes:
    # The name comes from a process that ran foreign code.
    if not file.endswith(".py") or why_unsafe(file):
        return b""
    path = (tree / file).resolve()
    return read_bytes(path) if path.is_relative_to(tree.resolve()) else b""


def _names_on(line: int, source: bytes) -> Iterator[str]:
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Constant)):
            continue
        if not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module:
                yield from (_joined(node.module, alias.name) for alias in node.names)
        elif isinstance(node.value, str) and _is_dotted(node.value):
            yield node.value  # import_module("a.b")


def _joined(module: str, name: str) -> str:
    return module if name == "*" else f"{module}.{name}"


def _is_dotted(text: str) -> bool:
    return "." in text and all(part.isidentifier() for part in text.split("."))
