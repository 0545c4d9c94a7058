"""How did a walk get to where it is?

A walk visits many places and names few, so a trail holds what is needed to write its path later.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from swerve.observe.comparison._paths import BadPath, Path, attribute_steps, path_from
from swerve.observe.snapshot import Atom, Graph, Index, show

#: Longer keys are shown in part; the whole stands in the value.
_KEY_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Key:
    """The step to the value behind a key of a dictionary."""

    graph: Graph
    index: Index


#: A step that is written already, the position of an item, or a key.
Step: TypeAlias = str | int | Key
#: The trail before, and the last step. Tuples, because millions are made.
Trail: TypeAlias = "tuple[Trail | None, Step]"

to_attribute = lru_cache(maxsize=4096)(attribute_steps)


def root_steps(name: str) -> Path:
    """The steps of a root's name: `arguments[0]` takes two."""
    try:
        return path_from(name)
    except BadPath:
        return (name,)


def step_text(step: Step) -> str:
    """A step as Python writes it."""
    if isinstance(step, str):
        return step
    if isinstance(step, int):
        return f"[{step}]"
    return f"[{_key_text(step)}]"


def path_of(trail: Trail) -> Path:
    """All steps of a trail."""
    steps = []
    at: Trail | None = trail
    while at is not None:
        at, step = at
        steps.append(step_text(step))
    return tuple(reversed(steps))


def _key_text(key: Key) -> str:
    node = key.graph.nodes[key.index]
    value = node.value if isinstance(node, Atom) else None
    if isinstance(value, (str, bytes)) and len(value) <= _KEY_WIDTH:
        return repr(value)
    return show(key.graph, key.index, width=_KEY_WIDTH)
