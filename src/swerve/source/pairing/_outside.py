"""What changed that belongs to no function: constants, imports, class headers, top-level calls?

And what did the docstrings of changed functions say, before and now?
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from swerve.model import Function, LineNo, Outside, Pair, Words, WordsKind
from swerve.source.syntax import FUNCTIONS, ModuleFacts, Trees, branches, written

from ._sequences import differing_spans

_LONGEST = 100


@dataclass(frozen=True, slots=True)
class _Statement:
    line: LineNo
    #: On one line, formatting and comments aside.
    text: str


def differences_outside(trees: Trees) -> Iterator[Outside]:
    """Statements outside functions that only one side has, file by file.

    Of a file that is added or deleted, functions are listed; one without any is shown here.
    """
    for path in sorted(trees.old.keys() | trees.new.keys()):
        old, new = trees.old.get(path), trees.new.get(path)
        if old and new and old.module.text == new.module.text:
            continue
        if (old and new) or not any(facts.definitions for facts in (old, new) if facts):
            yield from _between(path, list(_statements(old)), list(_statements(new)))


def _between(path: str, old: list[_Statement], new: list[_Statement]) -> Iterator[Outside]:
    for span in differing_spans([s.text for s in old], [s.text for s in new]):
        olds, news = old[span.old_from : span.old_to], new[span.new_from : span.new_to]
        for before, after in zip_longest(olds, news):
            place = after or before
            if place is not None:
                yield Outside(path, place.line, *_shown(before, after))


def _shown(old: _Statement | None, new: _Statement | None) -> tuple[str, str]:
    """Both statements, cut so that the first difference is in view."""
    before, after = old.text if old else "", new.text if new else ""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
    common = sum(1 for _ in alike)
    start = 0 if common < _LONGEST - 30 else common - 30
    return _cut(before, start), _cut(after, start)


def _cut(text: str, start: int) -> str:
    shown = ("…" if start else "") + text[start:]
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def _statements(facts: ModuleFacts | None) -> Iterator[_Statement]:
    return _flattened(facts.tree.body if facts else (), "")


def _flattened(body: Iterable[ast.stmt], prefix: str) -> Iterator[_Statement]:
    for node in body:
        if isinstance(node, FUNCTIONS):
            continue
        if isinstance(node, ast.ClassDef):
            heads = [f"@{written(decorator)} " for decorator in node.decorator_list]
            inside = [written(part) for part in (*node.bases, *node.keywords)]
            text = f"{''.join(heads)}class {node.name}({', '.join(inside)})"
            yield _Statement(node.lineno, prefix + text)
            yield from _flattened(node.body, f"{prefix}{node.name}: ")
        elif _is_text(node):
            continue
        elif blocks := list(branches(node)):
            for guard, block in blocks:
                yield _Statement(node.lineno, prefix + guard.words)
                yield from _flattened(block, f"{prefix}{guard.words}: ")
        else:
            yield _Statement(node.lineno, prefix + " ".join(written(node).split("\n")))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def docstring_words(pairs: Iterable[Pair], trees: Trees) -> Iterator[Words]:
    """The docstrings of functions before and after, where the two differ."""
    for pair in pairs:
        old, new = _docstring(pair.old, trees.old), _docstring(pair.new, trees.new)
        if old == new:
            continue
        for text, when in ((old, "before"), (new, "after")):
            if text:
                yield Words(f"docstring of {pair.id}, {when}", text, WordsKind.DOCSTRING)


def _docstring(function: Function, files: Mapping[str, ModuleFacts]) -> str:
    for definition in files[function.module.path].definitions:
        if definition.node.lineno == function.def_line and definition.name == function.name:
            return ast.get_docstring(definition.node) or ""
    return ""
