"""Random values with sharing and cycles, equal copies of them, and copies with one changed leaf."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

_T = TypeVar("_T")


class Node:
    """Hashed by identity, so that it may be in sets and a part of cycles."""

    def __init__(self) -> None:
        self.label: object = None
        self.links: list[object] = []


@dataclass
class Box:
    """Equal to other boxes, and not hashable."""

    content: object = None
    size: int = 0


@dataclass(frozen=True)
class Point:
    """A value."""

    x: object
    y: object


LEAVES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2**70, 0.0, 1.5, float("inf"), 1j),
    *("", "a", "ab", "ü", "line\nline", b"", b"a", ...),
)


def leaf(random: Random) -> object:
    return random.choice(LEAVES)


def other_leaf(value: object, random: Random) -> object:
    """A leaf that is not alike, although Python may call it equal."""
    if random.random() < 0.5:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int):
            return float(value) if abs(value) < 2**50 else value + 1
        if isinstance(value, float):
            return -value
        if isinstance(value, str):
            return value + "x"
    return "changed"


class Maker:
    """Makes one value; with the same seed, the same again."""

    def __init__(self, random: Random, size: int = 30) -> None:
        self.random = random
        self.left = size
        self.made: list[object] = []
        self.hashable: list[object] = []

    def value(self, depth: int = 0) -> object:
        self.left -= 1
        draw = self.random.random()
        if self.left <= 0 or depth > 6 or draw < 0.25:
            return leaf(self.random)
        if draw < 0.45 and self.made:
            return self.random.choice(self.made)
        make = self.random.choice(
            (self._list, self._tuple, self._dict, self._set, self._node, self._box, self._point)
        )
        return make(depth + 1)

    def key(self, depth: int = 0) -> object:
        """Something that can be hashed, whose hash does not change."""
        self.left -= 1
        draw = self.random.random()
        if self.left <= 0 or depth > 3 or draw < 0.4:
            return leaf(self.random)
        if draw < 0.55 and self.hashable:
            return self.random.choice(self.hashable)
        if draw < 0.7:
            return self._node(depth + 3)
        members = [self.key(depth + 1) for _ in range(self.random.randrange(4))]
        return tuple(members) if draw < 0.85 else frozenset(members)

    def _list(self, depth: int) -> object:
        found: list[object] = []
        self.made.append(found)
        found.extend(self.value(depth) for _ in range(self.random.randrange(5)))
        return found

    def _tuple(self, depth: int) -> object:
        return tuple(self.value(depth) for _ in range(self.random.randrange(4)))

    def _dict(self, depth: int) -> object:
        found: dict[object, object] = {}
        self.made.append(found)
        for _ in range(self.random.randrange(5)):
            found[self.key()] = self.value(depth)
        return found

    def _set(self, depth: int) -> object:
        found: set[object] = set()
        self.made.append(found)
        found.update(self.key() for _ in range(self.random.randrange(5)))
        return found

    def _node(self, depth: int) -> object:
        node = Node()
        self.made.append(node)
        self.hashable.append(node)
        node.label = leaf(self.random)
        node.links.extend(self.value(depth) for _ in range(self.random.randrange(3)))
        return node

    def _box(self, depth: int) -> object:
        box = Box()
        self.made.append(box)
        box.content, box.size = self.value(depth), self.random.randrange(3)
        return box

    def _point(self, depth: int) -> object:
        return Point(self.value(depth), self.value(depth))


def made(seed: int, size: int = 30) -> object:
    return Maker(Random(seed), size).value()


@dataclass
class Copier:
    """Copies a value, in another order where order means nothing; perhaps with a changed leaf."""

    random: Random
    #: Which leaf to change, counted from 0 in the order of the copy.
    changes: int = -1
    leaves: int = 0
    before: object = None
    after: object = None
    changed: bool = False
    copies: dict[int, object] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)

    def copy(self, value: object) -> object:
        if id(value) in self.copies:
            return self.copies[id(value)]
        if isinstance(value, list):
            items: list[object] = self._known(value, [])
            items.extend(self.copy(item) for item in value)
            return items
        if isinstance(value, dict):
            return self._dict(value)
        if isinstance(value, set):
            members: set[object] = self._known(value, set())
            members.update(map(self.copy, self._shuffled(value)))
            return members
        if isinstance(value, (tuple, frozenset)):
            parts = value if isinstance(value, tuple) else self._shuffled(value)
            return self._known(value, type(value)(map(self.copy, parts)))
        if isinstance(value, (Node, Box)):
            thing = self._known(value, type(value)())
            for name in self._shuffled(vars(value)):
                setattr(thing, name, self.copy(vars(value)[name]))
            return thing
        if isinstance(value, Point):
            return self._known(value, Point(self.copy(value.x), self.copy(value.y)))
        return self._leaf(value)

    def _dict(self, value: dict[object, object]) -> object:
        entries: dict[object, object] = self._known(value, {})
        for key in self._shuffled(value):
            entries[self.copy(key)] = self.copy(value[key])
        return entries

    def _leaf(self, value: object) -> object:
        self.leaves += 1
        if self.leaves - 1 != self.changes:
            return value
        self.before, self.after = value, other_leaf(value, self.random)
        self.changed = True
        return self.after

    def _known(self, value: object, copy: _T) -> _T:
        self.copies[id(value)] = copy
        self.kept.append(value)
        return copy

    def _shuffled(self, values: Iterable[_T]) -> list[_T]:
        found = list(values)
        self.random.shuffle(found)
        return found
