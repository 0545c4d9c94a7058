"""Which rows of tokens does the network see for a piece of code?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.source.syntax import FunctionNode

from ._context import Surroundings
from ._rows import Place, Row
from ._tokens import row_of

#: Code is seen in windows of so many tokens, each so far from the last.
WINDOW, STEP = 384, 256
#: Of the start of a function, what every later window is told.
_HEAD = 24
_MOST_WINDOWS = 12


@dataclass(frozen=True, slots=True)
class Window:
    """What the network sees at once."""

    shapes: list[int]
    lexemes: list[str]
    #: Where among the tokens the answers stand.
    places: dict[Place, int]


def windows_of_function(
    surroundings: Surroundings | None, function: FunctionNode, owner: ast.ClassDef | None
) -> Iterator[Window]:
    """A function, with what its file says about the names in it."""
    code = row_of([function])
    context = surroundings.about(code, function, owner) if surroundings is not None else Row()
    return windows_of(code, context)


def windows_of_statements(
    statements: list[ast.stmt], *, whole_functions: bool = True
) -> Iterator[Window]:
    """Code that stands in no function."""
    return windows_of(row_of(statements, whole_functions), Row())


def windows_of(code: Row, context: Row) -> Iterator[Window]:
    """Cut a row into windows; every place is in one of them, away from its edges."""
    start = 0
    for _ in range(_MOST_WINDOWS):
        end = min(start + WINDOW, len(code))
        margin = (WINDOW - STEP) // 2
        first = start + margin if start else 0
        last = end if end == len(code) else end - margin
        before = Row()
        if len(context):
            before.add("|context|")
            before.extend(context, len(context))
        if start:
            before.add("|code|")
            before.extend(code, _HEAD)
            before.add("|cut|")
        else:
            before.add("|code|")
        shift = len(before) - start
        places = {
            place: token + shift for place, token in code.places.items() if first <= token < last
        }
        if places:
            shapes = before.shapes + code.shapes[start:end]
            yield Window(shapes, before.lexemes + code.lexemes[start:end], places)
        if end == len(code):
            return
        start += STEP
