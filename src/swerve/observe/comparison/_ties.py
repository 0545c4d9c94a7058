"""Which mutable object of old is which of new?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from swerve.observe.comparison._looks import Looks
from swerve.observe.comparison._matching import Member, Pair, match
from swerve.observe.comparison._trail import Trail
from swerve.observe.comparison._view import View
from swerve.observe.snapshot import Atom, Entries, Index, Items

#: Nodes of a member that are looked at to tell it from others that look alike.
_MOST_NODES = 40
#: And at least, when there are many of them.
_FEWEST_NODES = 8
#: Of a whole group.
_MOST_NODES_OF_ALL = 8_000


@dataclass(slots=True)
class Group:
    """Members that look alike, to be told apart once everything else is tied."""

    olds: list[Member]
    news: list[Member]


class _Mark(NamedTuple):
    """What tells one of several members that look alike from the others."""

    #: Its mutable nodes in order: tied ones by their tie, others by when they first occur.
    numbers: tuple[int, ...]
    untied: frozenset[Index]


class Ties:
    """Which mutable node of old is which of new, as far as the walk has come."""

    def __init__(self, old: View, new: View, looks: Looks) -> None:
        self._views = (old, new)
        self._looks = looks
        #: Nodes looked at so far, to tell members apart.
        self.looked_at = 0
        self.new_of: dict[Index, Index] = {}
        self.old_of: dict[Index, Index] = {}
        #: Where each node was first met.
        self.first_old: dict[Index, Trail] = {}
        self.first_new: dict[Index, Trail] = {}

    def tie(self, old: Index, new: Index, trail: Trail) -> bool:
        """Tie two nodes; false when one of them is tied to another already."""
        if old not in self.new_of and new not in self.old_of:
            self.new_of[old] = new
            self.old_of[new] = old
            self.first_old[old] = self.first_new[new] = trail
            return True
        return self.new_of.get(old) == new

    def take_pairs(self, group: Group) -> list[Pair]:
        """Remove pairs from the group that fit the ties so far; always at least one.

        Of members that share what is not tied yet one pair is taken at a time: walking it makes
        ties that tell the others apart.
        """
        most = max(_FEWEST_NODES, min(_MOST_NODES, _MOST_NODES_OF_ALL // len(group.olds)))
        old_marks = {member: self._mark(0, member, most) for member in group.olds}
        new_marks = {member: self._mark(1, member, most) for member in group.news}
        found = match(
            group.olds,
            group.news,
            lambda member: old_marks[member].numbers,
            lambda member: new_marks[member].numbers,
        )
        taken: set[tuple[int, Index]] = set()
        for olds, news in found.alike:
            for old, new in zip(olds, news, strict=True):
                untied = {(0, i) for i in old_marks[old].untied}
                untied |= {(1, i) for i in new_marks[new].untied}
                if taken.isdisjoint(untied):
                    taken |= untied
                    found.pairs.append((old, new))
                else:
                    found.old_only.append(old)
                    found.new_only.append(new)
        if not found.pairs:
            found.pairs.append((found.old_only.pop(0), found.new_only.pop(0)))
        group.olds, group.news = found.old_only, found.new_only
        return found.pairs

    def _mark(self, side: int, member: Member, most: int) -> _Mark:
        """What tells a member from others that look alike."""
        contexts = tuple(self._looks.in_context(side, part) for part in member)
        view = self._views[side]
        ties: Mapping[Index, Index] = self.old_of if side else self.new_of
        numbers: list[int] = [*contexts]
        untied: dict[Index, int] = {}
        waiting = [*reversed(member)]
        for _ in range(most):
            if not waiting:
                break
            self.looked_at += 1
            index = waiting.pop()
            if index in ties:
                numbers.append(ties[index] if side else index)
                continue
            if view.has_identity(index):
                is_known = index in untied
                numbers.append(-1 - untied.setdefault(index, len(untied)))
                if is_known:
                    continue
            children = [*_in_order(view, side, index, self._looks)]
            waiting.extend(c for c in reversed(children) if type(view.nodes[c]) is not Atom)
        if waiting:  # there is more, so it may share something with any other
            untied[-1] = 0
        return _Mark(tuple(numbers), frozenset(untied))


def _in_order(view: View, side: int, index: Index, looks: Looks) -> Iterator[Index]:
    """The children of a node, in an order that does not depend on the order of a set."""
    node = view.nodes[index]
    if isinstance(node, Items) and not node.ordered:
        yield from sorted(node.items, key=lambda item: looks.in_context(side, item))
    elif isinstance(node, Entries) and not node.ordered:
        entries = [[looks.in_context(side, part) for part in entry] for entry in node.entries]
        for at in sorted(range(len(entries)), key=entries.__getitem__):
            yield from node.entries[at]
    else:
        yield from view.children(node)
