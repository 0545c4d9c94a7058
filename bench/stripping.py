"""How does a module read without its annotations?

Only those go that the program does not read itself: fields of data classes and the like stay.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from bench.source import FUNCTIONS, Edit, Source

#: Their bases and decorators make something of the annotations in a class.
_READERS = (
    "NamedTuple",
    "TypedDict",
    "Protocol",
    "dataclass",
    "define",
    "frozen",
    "mutable",
    "attr",
)


def stripped(text: str) -> str:
    """The module without annotations of functions and of variables; lines stay where they are."""
    source = Source(text)
    return source.edited(*_edits(source, source.tree, reads_annotations=False))


def _edits(source: Source, node: ast.AST, *, reads_annotations: bool) -> Iterator[Edit]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.AnnAssign) and not reads_annotations:
            yield _of_variable(source, child)
        elif isinstance(child, FUNCTIONS):
            yield from _of_signature(source, child)
        reads = reads_annotations
        if isinstance(child, ast.ClassDef):
            reads = _reads_annotations(child)
        elif isinstance(child, FUNCTIONS):
            reads = False
        yield from _edits(source, child, reads_annotations=reads)


def _of_variable(source: Source, node: ast.AnnAssign) -> Edit:
    start, end = source.span(node)
    if node.value is None:
        return Edit(start, end, "pass")
    equals = source.text.index("=", source.span(node.annotation)[1])
    colon = source.text.index(":", source.span(node.target)[1])
    return Edit(colon, equals, " ")


def _of_signature(source: Source, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Edit]:
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    for argument in every:
        if argument.annotation is not None:
            start = source.offset(argument.lineno, argument.col_offset) + len(argument.arg)
            end = source.span(argument.annotation)[1]
            yield Edit(start, _behind_brackets(source, start, end), "")
    if node.returns is not None:
        start, end = source.span(node.returns)
        arrow = source.text.rindex("->", 0, start)
        yield Edit(arrow, _behind_brackets(source, arrow, end), "")


def _behind_brackets(source: Source, start: int, end: int) -> int:
    """The end of an annotation with the brackets around it, which have no place in the tree."""
    piece = source.text[start:end]
    missing = piece.count("(") - piece.count(")")
    for _ in range(missing):
        end = source.text.index(")", end) + 1
    return end


def _reads_annotations(node: ast.ClassDef) -> bool:
    words = {
        word.attr if isinstance(word, ast.Attribute) else word.id
        for each in (*node.bases, *node.decorator_list)
        for word in ast.walk(each)
        if isinstance(word, (ast.Attribute, ast.Name))
    }
    return any(reader in words for reader in _READERS)
