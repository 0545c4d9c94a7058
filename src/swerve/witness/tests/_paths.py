"""What lies on the way to the place where two values differ?"""

from __future__ import annotations

import ast
from dataclasses import dataclass

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
    text = path.partition("{...}")[0].partition("…")[0]
    steps: list[Step] = []
    try:
        node: ast.expr = ast.parse(text, mode="eval").body
    except SyntaxError:
        return path.partition(".")[0].partition("[")[0], ()
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.append(Step(f".{node.attr}", node.attr))
            node = node.value
        elif isinstance(node, ast.Subscript):
            steps.append(_item_step(node.slice))
            node = node.value
        elif isinstance(node, ast.Call):  # `.keys()`, `.splitlines()`
            steps.clear()
            node = node.func
            node = node.value if isinstance(node, ast.Attribute) else node
        else:
            return text, ()
        if steps and not steps[-1].text:
            steps.clear()
    steps.reverse()
    if node.id != _ARGUMENTS or not steps:
        return node.id, tuple(steps)
    return f"{_ARGUMENTS}{steps[0].text}", tuple(steps[1:])


def _item_step(key: ast.expr) -> Step:
    try:
        value = ast.literal_eval(key)
    except ValueError:
        return Step("", None)
    return Step(f"[{value!r}]", None, value)


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
