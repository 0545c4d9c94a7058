"""On which instances is a method called?

On one that was just made, or on one that something was done to: a few calls of other methods bring
it into a state that its constructor does not. Methods that change what they are called on come
first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from swerve.facts.locating import Version
from swerve.observe.recipe import After, Class, Do, Function, Inventory, Kind, Name, Recipe, Step
from swerve.predict import Combined, Frequency, Types
from swerve.source.syntax import FUNCTIONS, FunctionNode, Unreadable, parse

from ._arguments import ArgumentMaker
from ._choices import Choices, happens, one_of
from ._inferred import about_of
from ._labels import Labels
from ._limits import HAS_A_PAST, MOST_METHODS, MOST_STEPS
from ._making import Making, mood_of
from ._shaping import Shaping

#: What lists, sets, dicts and the like change themselves with.
_CHANGING = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem",
     "remove", "reverse", "setdefault", "sort", "update", "write"}
)  # fmt: skip


class Receivers:
    """Makes instances of a class, some of them with a past."""

    def __init__(
        self,
        owner: Class,
        shaping: Shaping,
        making: Making,
        inventory: Inventory,
        sources: Mapping[str, str],
        labels: Labels | None = None,
    ) -> None:
        self._shape = shaping.of_class(owner.name)
        self._making = making
        self._steps = [
            (
                function.name.qualname.rpartition(".")[2],
                ArgumentMaker(function.parameters, about, labels),
            )
            for function, version in _methods(owner, inventory, sources)
            if function.parameters is not None
            for about in (
                about_of(
                    [version],
                    inventory,
                    module=function.name.module,
                    sources=sources,
                    predictor=Combined(Types(), Frequency()),  # the network would take too long
                ),
            )
        ]

    def make(self, choices: Choices) -> Recipe:
        """One instance."""
        made = self._making.make(self._shape, choices, mood_of(choices))
        if not self._steps or not happens(choices, HAS_A_PAST):
            return made
        steps: list[Step] = []
        for _ in range(1 + choices.below(MOST_STEPS)):
            name, arguments = one_of(choices, self._steps)
            args, kwargs = arguments.make(choices)
            steps.append(Do(name, args, kwargs))
        return After(made, tuple(steps))


def _methods(
    owner: Class, inventory: Inventory, sources: Mapping[str, str]
) -> Iterator[tuple[Function, Version]]:
    """Methods that change an instance, with their text."""
    found: list[tuple[bool, Function, Version]] = []
    known: set[str] = set()
    for each in _with_bases(owner, inventory):
        text = sources.get(each.name.module)
        nodes = _nodes(text, each.name) if text is not None else {}
        for function in each.methods:
            name = function.name.qualname.rpartition(".")[2]
            node = nodes.get(name)
            if name in known or node is None or text is None:
                continue
            known.add(name)
            if name.startswith("_") or function.kind is not Kind.METHOD:
                continue
            if "async" in function.traits or not _changes_itself(node):
                continue
            version = Version(text, f"{each.name.qualname}.{name}", node.lineno)
            found.append((len(function.parameters or ()) > 2, function, version))
    found.sort(key=lambda each: each[0])
    for _, function, version in found[:MOST_METHODS]:
        yield function, version


def _with_bases(owner: Class, inventory: Inventory, depth: int = 0) -> Iterator[Class]:
    yield owner
    for base in owner.bases:
        found = inventory.classes.get(base)
        if found is not None and depth < 8:
            yield from _with_bases(found, inventory, depth + 1)


def _nodes(text: str, name: Name) -> dict[str, FunctionNode]:
    """The methods of a class, by name."""
    tree = parse(text)
    if isinstance(tree, Unreadable):
        return {}
    body: list[ast.stmt] = tree.body
    for part in name.qualname.split("."):
        node = next((n for n in body if isinstance(n, ast.ClassDef) and n.name == part), None)
        if node is None:
            return {}
        body = node.body
    return {each.name: each for each in body if isinstance(each, FUNCTIONS)}


def _changes_itself(node: FunctionNode) -> bool:
    """Whether a method sets an attribute, or changes what is in one."""
    first = next(iter((*node.args.posonlyargs, *node.args.args)), None)
    if first is None:
        return False
    for part in ast.walk(node):
        if (
            isinstance(part, (ast.Attribute, ast.Subscript))
            and not isinstance(part.ctx, ast.Load)
            and _starts_at(part.value, first.arg)
        ):
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            changes = part.func.attr in _CHANGING or part.func.attr.startswith(("set", "add"))
            if changes and _starts_at(part.func.value, first.arg):
                return True
            if _is_super(part.func.value):
                return True
    return False


def _starts_at(node: ast.expr, name: str) -> bool:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name) and node.id == name


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )
