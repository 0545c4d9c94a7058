"""Which conditional expressions did a change bring or take away, and did all of them run?

A line that ran says nothing about `x if x != 8675309 else y` on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from swerve.model import Function, Pair
from swerve.syntax._function_nodes import node_of
from swerve.worker._conditions import is_part, line_of, parts_in

#: A part of an expression: 0 for the old side or 1 for the new, and its number there.
SidePart: TypeAlias = tuple[int, int]
_MOST_WRITTEN = 60
_SIDES = ("old", "new")


def watched_parts(function: Function) -> tuple[int, ...]:
    """Numbers of the parts of expressions that begin on changed lines."""
    node = node_of(function)
    if node is None:
        return ()
    changed = frozenset(function.changed_lines)
    return tuple(each.number for each in parts_in(node) if line_of(each.number) in changed)


def parts_that_ran(*sides: Iterable[int]) -> frozenset[SidePart]:
    """Of lines and parts that ran on the old and on the new side, the parts."""
    return frozenset(
        (side, number)
        for side, numbers in enumerate(sides)
        for number in numbers
        if is_part(number)
    )


def parts_not_run(pair: Pair, ran: frozenset[SidePart]) -> Iterator[str]:
    """In words, parts of conditional expressions that only one version has, and that never ran."""
    nodes = node_of(pair.old), node_of(pair.new)
    if nodes[0] is None or nodes[1] is None:
        return
    for side, (node, other) in enumerate(((nodes[0], nodes[1]), (nodes[1], nodes[0]))):
        known = {ast.dump(part.holder) for part in parts_in(other)}
        for part in parts_in(node):
            if (side, part.number) not in ran and ast.dump(part.holder) not in known:
                text = ast.unparse(part.node)
                shown = text if len(text) <= _MOST_WRITTEN else f"{text[:_MOST_WRITTEN]}..."
                yield f"`{shown}` ({_SIDES[side]} line {line_of(part.number)}) never ran"
