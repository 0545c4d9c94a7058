"""What is a call, to the rules that say what it does?"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Protocol

from swerve.facts._recording import Notes
from swerve.facts.library import CALLS_WITH_ITEMS
from swerve.facts.seen import NOTHING, Seen


class Reading(Protocol):
    """What the rules for calls need of the reader of expressions."""

    @property
    def notes(self) -> Notes:
        """Where it is written down."""

    def element(self, base: Seen) -> Seen:
        """What iterating over a value gives."""

    def part_of(self, base: Seen) -> Seen:
        """Some part of a value."""

    def member(self, base: Seen, name: str, *, called: bool) -> Seen:
        """An attribute of a value."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose parts have been read."""

    node: ast.Call
    #: What the method is called on, and its name; empty for plain functions.
    base: Seen
    method: str
    callee: Seen
    arguments: list[Seen]
    keywords: dict[str, Seen]

    @property
    def name(self) -> str:
        """Dotted name of the function, where it is known."""
        return self.callee.origin if self.callee.subject is None else ""

    def argument(self, position: int) -> Seen:
        """A positional argument, or nothing."""
        return self.arguments[position] if position < len(self.arguments) else NOTHING

    def word(self, position: int) -> str | None:
        """A constant string argument."""
        seen = self.argument(position)
        if len(seen.constants) == 1 and not seen.paths and isinstance(seen.constants[0], str):
            return seen.constants[0]
        return None

    def given_to_lambdas(self, reading: Reading) -> tuple[Seen, ...]:
        """What functions among the arguments will be called with."""
        if self.method == "sort":
            return (reading.part_of(self.base),)
        if self.name in ("sorted", "min", "max") and self.arguments:
            return (reading.part_of(self.arguments[0]),)
        if self.name in CALLS_WITH_ITEMS:
            return tuple(
                reading.element(seen)
                for seen, node in zip(self.arguments, self.node.args, strict=True)
                if not isinstance(node, ast.Lambda)
            )
        return ()
