"""What did the docstrings of changed functions say, and what do they say now?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from swerve.model import Function, Pair, Words, WordsKind
from swerve.source.syntax import ModuleFacts, Trees


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
