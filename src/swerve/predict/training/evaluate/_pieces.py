"""Which pieces of a file is a predictor asked about at once?"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swerve.facts.locating import statements_in
from swerve.predict.neural._context import Surroundings
from swerve.predict.neural._encoding import Window, windows_of_function, windows_of_statements
from swerve.predict.training.events import Event, Recorded, Span
from swerve.predict.training.train import functions_of
from swerve.source.syntax import FUNCTIONS, FunctionNode, parse


@dataclass(frozen=True, slots=True)
class Piece:
    """A function that stands in no other, or all that stands in none."""

    file: Recorded
    module: ast.Module
    #: `None` for what stands in none.
    function: FunctionNode | None
    owner: ast.ClassDef | None
    #: Qualified, in the module; empty for what stands in none.
    name: str
    surroundings: Surroundings
    #: Those it is asked about.
    events: tuple[Event, ...]

    @property
    def line(self) -> int:
        """The line of the `def`; 0 for what stands in none."""
        return self.function.lineno if self.function is not None else 0

    def windows(self) -> Iterator[Window]:
        """The piece as training saw it."""
        if self.function is None:
            return windows_of_statements(self.module.body, whole_functions=False)
        return windows_of_function(self.surroundings, self.function, self.owner)

    def called(self) -> frozenset[Span]:
        """Where it stands who is called."""
        return frozenset(
            (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
            for call in ast.walk(self.function or self.module)
            if isinstance(call, ast.Call)
            for node in (call.func,)
        )


def pieces_of(file: Recorded, wanted: Sequence[Event]) -> Iterator[Piece]:
    """The pieces of a file that have some of its events; none of a file that does not parse."""
    module = parse(file.source) if wanted else None
    if not isinstance(module, ast.Module):
        return
    functions = sorted(functions_of(module.body, None), key=lambda each: _first_line(each[0]))
    lines = [_first_line(function) for function, _ in functions]
    found: dict[int, list[Event]] = {}
    for event in wanted:
        at = bisect_right(lines, event.place[0]) - 1
        is_inside = at >= 0 and event.place[0] <= (functions[at][0].end_lineno or 0)
        found.setdefault(at if is_inside else -1, []).append(event)
    names, surroundings = _names(module), Surroundings(module)
    for at, events in found.items():
        function, owner = functions[at] if at >= 0 else (None, None)
        name = names[function] if function is not None else ""
        yield Piece(file, module, function, owner, name, surroundings, tuple(events))


def _first_line(function: FunctionNode) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


def _names(module: ast.Module) -> dict[ast.stmt, str]:
    """The qualified names of all functions that stand in no other."""
    found: dict[ast.stmt, str] = {}
    queue: list[tuple[ast.AST, str]] = [(module, "")]
    while queue:
        node, before = queue.pop()
        for child in statements_in(node):
            if isinstance(child, FUNCTIONS):
                found[child] = before + child.name
            elif isinstance(child, ast.ClassDef):
                queue.append((child, f"{before}{child.name}."))
            else:
                queue.append((child, before))
    return found
