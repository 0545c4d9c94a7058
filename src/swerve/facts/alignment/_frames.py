"""Where does code stand, and what do the two versions know of a name there?"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from swerve.facts.alignment._names import mentioned
from swerve.facts.alignment._variables import Variables
from swerve.model import Side
from swerve.source.syntax import FunctionNode


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring statements of a block, which stay where they are in their function."""

    block: list[ast.stmt]
    start: int
    stop: int

    @property
    def statements(self) -> Sequence[ast.stmt]:
        """Those that do something."""
        found = self.block[self.start : self.stop]
        return [] if all(isinstance(each, ast.Pass) for each in found) else found

    def part(self, start: int, stop: int) -> Span:
        """Some of them, counted from the first."""
        return Span(self.block, self.start + start, self.start + stop)


def span_of(block: list[ast.stmt]) -> Span:
    """A whole block."""
    return Span(block, 0, len(block))


@dataclass(frozen=True, slots=True)
class Frame:
    """The two versions of the innermost function around."""

    old: FunctionNode
    new: FunctionNode
    #: Every name of each version, also outside this function.
    old_names: frozenset[str]
    new_names: frozenset[str]
    #: What is known of functions so far, by their ids.
    known: dict[int, Variables]

    def inside(self, old: FunctionNode, new: FunctionNode) -> Frame:
        """The frame of a function in this one."""
        return Frame(old, new, self.old_names, self.new_names, self.known)

    def knows(self, side: Side, name: str) -> bool:
        """The version has anything of that name."""
        return name in (self.old_names if side is Side.OLD else self.new_names)

    def owns(self, side: Side, name: str) -> bool:
        """The name is a local of the function in that version."""
        return name in self._variables(side).own

    def has_bound(self, side: Side, name: str, place: Span) -> bool:
        """The local is sure to have a value before the place in that version."""
        return self._variables(side).is_bound(name, place.block, place.start)

    def ignores(self, side: Side, name: str) -> bool:
        """What the local is given before its first value in that version is never seen."""
        return self._variables(side).is_unread_until_bound(name)

    def _variables(self, side: Side) -> Variables:
        function = self.old if side is Side.OLD else self.new
        if id(function) not in self.known:
            self.known[id(function)] = Variables(function)
        return self.known[id(function)]


def frame_of(old: FunctionNode, new: FunctionNode) -> Frame:
    """The frame of two versions of a whole function."""
    return Frame(old, new, frozenset(mentioned(old)), frozenset(mentioned(new)), {})
