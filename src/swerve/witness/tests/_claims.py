"""What can be asserted of a value, so that it holds on one side and not on the other?

Nobody knows which of these holds until it has run, so there are several, the ones that read best
first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from swerve.observe.comparison import MEMBER, steps_of
from swerve.observe.recipe import Script
from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Object

from ._values import expression_of

# --- what lies on the way to the place where two values differ? -----------------------------------

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
    root, *rest = steps_of(path)
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


# --- what can be asserted of a value, so that it holds on one side and not on the other? ----------

#: A whole value is written when it is so short; a part of one may be longer.
_SHORT, _LONG = 100, 600
_SINGLETONS = (None, True, False, ...)
_PLAIN = ("bool", "int", "float", "complex", "str", "bytes")


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion about a value that goes by some text."""

    before: str
    suffix: str
    after: str

    def about(self, root: str) -> str:
        """The assertion, where the value goes by this text."""
        return f"{self.before}{root}{self.suffix}{self.after}"


#: Writes a claim, with the imports that it needs; None where it cannot be written.
ClaimMaker: TypeAlias = Callable[[Script], Claim | None]


def claims_about(graph: Graph, root: Index, steps: tuple[Step, ...]) -> Iterator[ClaimMaker]:
    """Claims about the value at a root, which differs at the end of some steps."""
    spots = spots_on(graph, root, steps)
    is_there = len(spots) > len(steps)
    yield partial(_equality, graph, spots[0], _SHORT)
    for spot in reversed(spots):
        yield partial(_equality, graph, spot, _LONG)
    if steps and is_there:
        yield partial(_presence, graph, spots[-2], steps[-1], is_there=True)
    elif steps:
        yield partial(_presence, graph, spots[-1], steps[len(spots) - 1], is_there=False)
    if is_there:
        yield partial(_length_claim, graph, spots[-1])
        yield partial(_type_claim, graph, spots[-1])


def _equality(graph: Graph, spot: Spot, longest: int, script: Script) -> Claim | None:
    node = graph.nodes[spot.index]
    if isinstance(node, Atom) and any(node.value is each for each in _SINGLETONS):
        return Claim("", spot.suffix, f" is {'...' if node.value is ... else repr(node.value)}")
    text = expression_of(script, graph, spot.index)
    return None if text is None or len(text) > longest else Claim("", spot.suffix, f" == {text}")


def _presence(
    graph: Graph, parent: Spot, last: Step, script: Script, *, is_there: bool
) -> Claim | None:
    """Claim that something is there, or that there is so much and no more."""
    node = graph.nodes[parent.index]
    if last.attribute is not None:
        words = "hasattr(" if is_there else "not hasattr("
        return Claim(words, parent.suffix, f", {script.expression(last.attribute)})")
    if isinstance(node, Items):
        return Claim("len(", parent.suffix, f") == {node.length}")
    if isinstance(last.key, str | int | bytes | float | None):
        word = "in" if is_there else "not in"
        return Claim(f"{script.expression(last.key)} {word} ", parent.suffix, "")
    return None


def _length_claim(graph: Graph, spot: Spot, _: Script) -> Claim | None:
    node = graph.nodes[spot.index]
    if isinstance(node, Entries) or (isinstance(node, Items) and not node.end):
        return Claim("len(", spot.suffix, f") == {node.length}")
    return None


def _type_claim(graph: Graph, spot: Spot, script: Script) -> Claim | None:
    node = graph.nodes[spot.index]
    if isinstance(node, Atom):
        name = type(node.value).__name__
        return Claim("type(", spot.suffix, f") is {name}") if name in _PLAIN else None
    if isinstance(node, Items | Object):
        name = node.type.rpartition(".")[2]
        return Claim("type(", spot.suffix, f").__name__ == {script.expression(name)}")
    return None
