"""What does a contract see of one version: how it was called, and how it ended?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from swerve.engines.prove.solver._state import State
from swerve.engines.prove.solver._terms import Term, W, applied
from swerve.engines.prove.solver._values import Thing, Value
from swerve.model import Side


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the four states of a call: a version, before or after."""

    side: Side
    is_before: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that values refer to at a moment."""

    heap: Mapping[int, Thing]
    world: Term
    #: Nothing unknown has run, so that what was passed still holds items of its types.
    is_calm: bool


@dataclass(frozen=True, slots=True)
class End:
    """A call of one version."""

    #: By the names of the new version.
    parameters: Mapping[str, Value]
    before: Scene
    after: Scene
    #: What was returned or raised.
    value: Value
    has_raised: bool


def end_of(state: State, value: Value, *, has_raised: bool) -> End:
    """The call that led to an end of the function in question."""
    world = applied("world at the start", W) if state.entry_world is None else state.entry_world
    before = Scene(state.entry_heap, world, is_calm=True)
    after = Scene(state.heap, state.world, state.is_calm)
    return End(state.entry, before, after, value, has_raised)
