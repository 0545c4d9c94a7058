"""What lies on the way to the place where two values differ?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from swerve.observe.comparison import MEMBER, BadPath, path_from
from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Object

#: Roots of a behaviour that have a number or a name of their own.
_ARGUMENTS = "arguments"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path, as Python writes it: `.price`, `[2]`, `['a']`."""

    text: str
    #: The name of an attribute; None for an item.
    attribute: str | None
    #: The position or key of an item.
    key: object = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the way, by what has to be written behind the root to get there."""

    suffix: str
    index: Index


def split_path(path: str) -> tuple[str, tuple[Step, ...]]:
    """The root of a path, and its steps up to the first that Python cannot write."""
    try:
        root, *rest = path_from(path.partition("…")[0])
    except BadPath:
        return path.partition(".")[0].partition("[")[0], ()
    steps = tuple(_written_steps(rest))
    if root != _ARGUMENTS or not steps:
        return root, steps
    return f"{root}{steps[0].text}", steps[1:]


def _written_steps(steps: list[str]) -> Iterator[Step]:
    for text in steps:
        if text == MEMBER or text.endswith("()"):  # `.keys()`, `.splitlines()`
            return
        if text.startswith("."):
            yield Step(text, text[1:])
            continue
        try:
            yield Step(text, None, ast.literal_eval(text[1:-1]))
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            return


def spots_on(graph: Graph, root: Index, steps: tuple[Step, ...]) -> list[Spot]:
    """The places that a path leads through, root first, as far as they are there."""
    spots = [Spot("", root)]
    for step in steps:
        index = _after(graph, spots[-1].index, step)
        if index is None:
            break
        spots.append(Spot(spots[-1].suffix + step.text, index))
    return spots


def _after(graph: Graph, index: Index, step: Step) -> Index | None:
    node = graph.nodes[index]
    if step.attribute is not None:
        return dict(node.fields).get(step.attribute) if isinstance(node, Object) else None
    if isinstance(node, Object) and node.content is not None:
        return _after(graph, node.content, step)
    if isinstance(node, Items) and type(step.key) is int and 0 <= step.key < len(node.items):
        return node.items[step.key] if node.ordered else None
    if isinstance(node, Entries):
        for key, value in node.entries:
            found = graph.nodes[key]
            if isinstance(found, Atom) and _is_same(found.value, step.key):
                return value
    return None


def _is_same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
