"""Which members of two sets, or keys of two dictionaries, belong together?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from swerve.observe.snapshot import Atom, Entries, Index, Items

from ._leaves import Answer, Leaves
from ._looks import Looks, View
from ._paths import Places, Trail

#: What stands or falls together: (member,) of a set, (key, value) of a dictionary.
Member: TypeAlias = tuple[Index, ...]
Pair: TypeAlias = tuple[Member, Member]


@dataclass(slots=True)
class Matching:
    """Members of old and new, side by side."""

    #: No other partner is possible.
    pairs: list[Pair] = field(default_factory=list)
    #: As many on each side, and any of them may belong to any.
    alike: list[tuple[list[Member], list[Member]]] = field(default_factory=list)
    #: Without an equal partner, but the most similar ones there are.
    near: list[Pair] = field(default_factory=list)
    old_only: list[Member] = field(default_factory=list)
    new_only: list[Member] = field(default_factory=list)
    #: What looks different is different: nothing about the members is hidden.
    is_certain: bool = True


def match(
    olds: Sequence[Member],
    news: Sequence[Member],
    old_key: Callable[[Member], Hashable],
    new_key: Callable[[Member], Hashable],
) -> Matching:
    """Put members with equal keys together."""
    found = Matching()
    old_groups: dict[Hashable, list[Member]] = {}
    new_groups: dict[Hashable, list[Member]] = {}
    for member in olds:
        old_groups.setdefault(old_key(member), []).append(member)
    for member in news:
        new_groups.setdefault(new_key(member), []).append(member)
    for key, old_group in old_groups.items():
        new_group = new_groups.pop(key, [])
        common = min(len(old_group), len(new_group))
        if len(old_group) == len(new_group) == 1:
            found.pairs.append((old_group[0], new_group[0]))
        elif common:
            found.alike.append((old_group[:common], new_group[:common]))
        found.old_only.extend(old_group[common:])
        found.new_only.extend(new_group[common:])
    found.new_only.extend(member for group in new_groups.values() for member in group)
    return found


class Matcher:
    """Matches members by their looks: first those that are equal, then those that are similar."""

    def __init__(self, old: View, new: View, leaves: Leaves, *, tolerant: bool) -> None:
        self._views = (old, new)
        self._leaves = leaves
        self.looks = Looks(old, new, leaves, loose=False)
        self._loose = Looks(old, new, leaves, loose=True) if tolerant else None

    def match(
        self, olds: Sequence[Member], news: Sequence[Member], places: Places = ()
    ) -> Matching:
        """Match the members of two sets, or the entries of two dictionaries by their keys.

        `places` is where patterns stand inside a member.
        """
        found = self._by(_number_at(self.looks, places), 0, olds, news)
        if self._loose is not None:
            self._match_close(found, self._loose, places)
        self._match_values(found)
        found.is_certain = not self._is_hazy(found)
        self._match_similar(found)
        return found

    def has_same_keys(self, old: Entries, new: Entries) -> bool:
        """Whether the keys are the same plain values in the same order, as they are most often."""
        if len(old.entries) != len(new.entries):
            return False
        old_view, new_view = self._views
        for (i, _), (j, _) in zip(old.entries, new.entries, strict=True):
            old_key, new_key = old_view.nodes[i], new_view.nodes[j]
            if not isinstance(old_key, Atom) or not isinstance(new_key, Atom):
                return False
            if self._leaves.answer(old_key.value, new_key.value) is not Answer.SAME:
                return False
        return True

    def answer_order(self, old: Entries, new: Entries) -> Answer:
        """Compare the order of keys; where not all are there on both sides, it is no matter."""
        old_order = [self.looks.number(0, key) for key, _ in old.entries]
        new_order = [self.looks.number(1, key) for key, _ in new.entries]
        if old_order == new_order or sorted(old_order) != sorted(new_order):
            return Answer.SAME
        is_hazy = any(self.looks.is_hazy(0, key) for key, _ in old.entries)
        return Answer.UNCLEAR if is_hazy else Answer.DIFFERENT

    def _is_hazy(self, found: Matching) -> bool:
        """Whether members may belong together although they look different.

        One alone on each side is no matter: where all others have an equal partner, these two are
        all that is left, and the walk will see what there is to see.
        """
        pairs = (
            found.pairs
            + found.near
            + [pair for group in found.alike for pair in zip(*group, strict=True)]
        )
        members = [(side, pair[side][0]) for pair in pairs for side in (0, 1)]
        olds, gone = self._can_change(0, found.old_only)
        news, added = self._can_change(1, found.new_only)
        if gone or added or len(olds) != 1 or len(news) != 1:
            members += [(0, old[0]) for old in found.old_only]
            members += [(1, new[0]) for new in found.new_only]
        members += [(side, pair[side][-1]) for pair in found.near for side in (0, 1)]
        return any(self.looks.is_hazy(side, index) for side, index in members)

    def _by(
        self,
        number: Callable[[int, Index], int],
        part: int,
        olds: Sequence[Member],
        news: Sequence[Member],
    ) -> Matching:
        return match(olds, news, lambda old: number(0, old[part]), lambda new: number(1, new[part]))

    def _match_close(self, found: Matching, loose: Looks, places: Places) -> None:
        """Match what differs only in floats."""
        old_floats, olds = self._floats(0, found.old_only)
        new_floats, news = self._floats(1, found.new_only)
        again = self._by(_number_at(loose, places), 0, olds, news)
        found.pairs += again.pairs
        found.alike += again.alike
        found.old_only, found.new_only = again.old_only, again.new_only
        # From the smallest up: no other way leaves fewer of them without a partner.
        at = to = 0
        while at < len(old_floats) and to < len(new_floats):
            (old_value, old), (new_value, new) = old_floats[at], new_floats[to]
            is_close = self._leaves.answer(old_value, new_value) is Answer.SAME
            if is_close:
                found.pairs.append((old, new))
            elif old_value < new_value:
                found.old_only.append(old)
            else:
                found.new_only.append(new)
            at += is_close or old_value < new_value
            to += is_close or not old_value < new_value
        found.old_only += [old for _, old in old_floats[at:]]
        found.new_only += [new for _, new in new_floats[to:]]

    def _floats(
        self, side: int, members: list[Member]
    ) -> tuple[list[tuple[float, Member]], list[Member]]:
        """Those that are floats, sorted, and the others."""
        floats, others = [], []
        for member in members:
            node = self._views[side].nodes[member[0]]
            if (
                isinstance(node, Atom)
                and isinstance(node.value, float)
                and node.value == node.value
            ):
                floats.append((node.value, member))
            else:
                others.append(member)
        return sorted(floats), others

    def _match_values(self, found: Matching) -> None:
        """Tell apart entries whose keys look alike by their values."""
        alike, found.alike = found.alike, []
        for olds, news in alike:
            if len(olds[0]) == 1:
                found.alike.append((olds, news))
                continue
            again = self._by(self.looks.number, 1, olds, news)
            found.pairs += again.pairs
            found.alike += again.alike
            found.near += zip(again.old_only, again.new_only, strict=True)

    def _match_similar(self, found: Matching) -> None:
        """Put those without a partner beside the one they may have been."""
        olds, found.old_only = self._can_change(0, found.old_only)
        news, found.new_only = self._can_change(1, found.new_only)
        if len(olds) == len(news) == 1:
            found.near.append((olds.pop(), news.pop()))
        for number in (self.looks.at_a_glance, self.looks.label):
            again = self._by(number, 0, olds, news)
            found.near += again.pairs
            olds = again.old_only + [member for group, _ in again.alike for member in group]
            news = again.new_only + [member for _, group in again.alike for member in group]
        found.old_only += olds
        found.new_only += news

    def _can_change(self, side: int, members: list[Member]) -> tuple[list[Member], list[Member]]:
        """Those that may be there with another content, and those that come and go as a whole.

        A member of a set may; a key may if it is an object of its own.
        """
        stay: list[Member] = []
        go: list[Member] = []
        for member in members:
            stays = len(member) == 1 or self._views[side].has_identity(member[0])
            (stay if stays else go).append(member)
        return stay, go


def _number_at(looks: Looks, places: Places) -> Callable[[int, Index], int]:
    if not places:
        return looks.number
    return lambda side, index: looks.number_at(side, index, places)


# --- which mutable object of old is which of new? -------------------------------------------------

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
