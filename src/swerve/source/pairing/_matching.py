"""Which old function became which new one?

Functions are matched by file, qualified name and role. What is left over on both sides may have
moved or been renamed: that is decided by how alike the bodies are.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from swerve.source.syntax import Definition, ModuleFacts, Role

#: Below this many tokens a body says too little to recognise it under another name.
_TELLING_TOKENS = 10
_TELLING_WORDS = 15
#: Comparing everything with everything stops here; equal bodies are still found.
_MOST_COMPARISONS = 250_000
_SAME_NAME_SIMILARITY = 0.5
_RENAMED_SIMILARITY = 0.75

_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(eq=False)
class Placed:
    """A definition with the file it stands in."""

    definition: Definition
    facts: ModuleFacts

    @property
    def path(self) -> str:
        """The file."""
        return self.facts.module.path

    @cached_property
    def text(self) -> str:
        """Its lines, to the letter, without the indentation of what it stands in.

        Where that would change a string inside, the indentation stays.
        """
        lines = self._whole_lines
        if self._margin and any(
            isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno != node.lineno
            for node in ast.walk(self.definition.node)
        ):
            return "\n".join(lines)
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """Its lines without that indentation, whatever is inside."""
        margin = self._margin
        return [line.removeprefix(margin) for line in self._whole_lines]

    @property
    def _whole_lines(self) -> Sequence[str]:
        return self.facts.lines[self.definition.first_line - 1 : self.definition.last_line]

    @property
    def _margin(self) -> str:
        first = self._whole_lines[0]
        return first[: len(first) - len(first.lstrip())]

    @cached_property
    def words(self) -> Counter[tuple[str, str]]:
        """Neighbouring words of its body, to measure likeness."""
        body = self.definition.node.body
        lines = self.facts.lines[body[0].lineno - 1 : self.definition.last_line]
        found = _WORD.findall("\n".join(lines))
        return Counter(itertools.pairwise(found))


@dataclass(frozen=True, slots=True)
class Match:
    """An old definition and the new one it became."""

    old: Placed
    new: Placed
    #: It stands in a function or class that moved, and went along.
    follows: bool = False
    #: Other definitions of its name come before or behind it that did not before.
    reordered: bool = False


@dataclass(slots=True)
class Matching:
    """All functions of a change, each in exactly one place."""

    matches: list[Match] = field(default_factory=list)
    removed: list[Placed] = field(default_factory=list)
    added: list[Placed] = field(default_factory=list)


def match(old: Iterable[Placed], new: Iterable[Placed]) -> Matching:
    """Match functions by name first, then by likeness; one to one."""
    result = Matching()
    old_groups, new_groups = _grouped(old), _grouped(new)
    old_left: list[Placed] = []
    new_left: list[Placed] = []
    for key in {**old_groups, **new_groups}:
        matches, olds, news = _same_name(old_groups.get(key, []), new_groups.get(key, []))
        result.matches.extend(matches)
        old_left.extend(olds)
        new_left.extend(news)
    alike = list(_likeness(old_left, new_left))
    result.matches.extend(alike)
    matched = {id(side) for found in alike for side in (found.old, found.new)}
    result.removed = [one for one in old_left if id(one) not in matched]
    result.added = [one for one in new_left if id(one) not in matched]
    _mark_followers(result)
    return result


def _grouped(placed: Iterable[Placed]) -> dict[tuple[str, str, Role], list[Placed]]:
    groups: dict[tuple[str, str, Role], list[Placed]] = defaultdict(list)
    for one in placed:
        groups[one.path, one.definition.name, one.definition.role].append(one)
    return groups


def _same_name(
    old: Sequence[Placed], new: Sequence[Placed]
) -> tuple[list[Match], list[Placed], list[Placed]]:
    """Match definitions that share a name: by guard and text, by guard, by text, then in order."""
    if len(old) == 1 == len(new):
        return [Match(old[0], new[0])], [], []
    olds, news, matches = list(old), list(new), []
    for key in (
        lambda p: (_guards(p), p.text),
        lambda p: p.text,
        lambda p: _guards(p),
        lambda _: None,
    ):
        for one in list(olds):
            other = next((n for n in news if key(n) == key(one)), None)
            if other is not None:
                matches.append(Match(one, other))
                olds.remove(one)
                news.remove(other)
    order = sorted(matches, key=lambda m: old.index(m.old))
    if sorted(order, key=lambda m: new.index(m.new)) != order:
        matches = [replace(found, reordered=True) for found in matches]
    return matches, olds, news


def _guards(placed: Placed) -> tuple[str, ...]:
    return tuple(guard.words for guard in placed.definition.guards)


def _likeness(old: Sequence[Placed], new: Sequence[Placed]) -> Iterator[Match]:
    """Moved and renamed functions, most alike first."""
    if not old or not new:
        return
    scored = []
    thorough = len(old) * len(new) <= _MOST_COMPARISONS
    by_name: dict[str, list[tuple[int, Placed]]] = defaultdict(list)
    by_body: dict[object, list[tuple[int, Placed]]] = defaultdict(list)
    for position, candidate in enumerate(new):
        by_name[candidate.definition.bare_name].append((position, candidate))
        by_body[candidate.definition.body.tokens].append((position, candidate))
    for old_position, one in enumerate(old):
        candidates = (
            list(enumerate(new))
            if thorough
            else [*by_name[one.definition.bare_name], *by_body[one.definition.body.tokens]]
        )
        for new_position, other in candidates:
            score = _score(one, other)
            if score > 0:
                scored.append((-score, old_position, new_position))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, old_position, new_position in sorted(scored):
        if old_position not in taken_old and new_position not in taken_new:
            taken_old.add(old_position)
            taken_new.add(new_position)
            yield Match(old[old_position], new[new_position])


def _score(old: Placed, new: Placed) -> float:
    """How sure it is that one became the other: 0 for not at all, more is surer."""
    one, other = old.definition, new.definition
    if one.role is not other.role or type(one.node) is not type(other.node):
        return 0
    same_name = one.bare_name == other.bare_name
    same_parent = _parent(one) == _parent(other)
    same_place = same_parent and old.path == new.path
    if one.body.tokens == other.body.tokens:
        needed = 0 if same_name and same_parent else 3 if same_place else _TELLING_TOKENS
        likeness = 1.0 if len(one.body.tokens) >= needed else 0.0
    else:
        likeness = _likeness_of(old.words, new.words)
        if same_name and same_parent:
            enough = likeness >= _SAME_NAME_SIMILARITY
        else:
            telling = min(old.words.total(), new.words.total()) >= _TELLING_WORDS
            enough = (same_name or same_place) and telling and likeness >= _RENAMED_SIMILARITY
        likeness = likeness if enough else 0.0
    return likeness + 0.5 * same_name + 0.25 * same_place if likeness else 0


def _parent(definition: Definition) -> str:
    return definition.name.rpartition(".")[0]


def _likeness_of(old: Counter[tuple[str, str]], new: Counter[tuple[str, str]]) -> float:
    total = old.total() + new.total()
    return 2 * (old & new).total() / total if total else 0.0


def _mark_followers(matching: Matching) -> None:
    """A function that went along with what it stands in did not move by itself."""
    partners = {
        id(found.old.definition.node): found.new.definition.node for found in matching.matches
    }
    for position, found in enumerate(matching.matches):
        old, new = found.old.definition, found.new.definition
        if not (old.is_nested and new.is_nested and old.bare_name == new.bare_name):
            continue
        if partners.get(id(old.parents[-1])) is new.parents[-1]:
            matching.matches[position] = replace(found, follows=True)
