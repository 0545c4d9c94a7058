"""What did the pinned side do to the world, and how is an assertion about that written?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from swerve.observe.snapshot import Atom, Graph, Index, Items, Node

from ._body import Body, Draft, Subject
from ._claims import Step, spots_on

#: What stands behind `assert`; None where it cannot be written.
ClaimWriter: TypeAlias = Callable[[Body], str | None]


@dataclass(frozen=True, slots=True)
class Effect:
    """What the pinned side left, and the place where the other one parts from it."""

    subject: Subject
    graph: Graph
    root: str
    steps: tuple[Step, ...]

    def key(self, at: int = 0) -> str:
        """One of the keys that lead to the place: the name of a file, of a variable."""
        return str(self.steps[at].key) if len(self.steps) > at else ""

    def index(self, depth: int) -> Index | None:
        """What stands so many steps below the root; None where this side did nothing of it."""
        start = dict(self.graph.roots).get(self.root)
        if start is None or len(self.steps) < depth:
            return None
        spots = spots_on(self.graph, start, self.steps[:depth])
        return spots[depth].index if len(spots) > depth else None

    def node(self, depth: int) -> Node | None:
        """The same, as a node."""
        index = self.index(depth)
        return None if index is None else self.graph.nodes[index]

    def text(self, depth: int) -> str | None:
        """The same, where it is a text."""
        node = self.node(depth)
        return node.value if isinstance(node, Atom) and isinstance(node.value, str) else None

    def length(self) -> int:
        """How many there are, where the effects stand in a list."""
        node = self.node(0)
        return node.length if isinstance(node, Items) else 0

    def body(self) -> Body:
        """A new body, up to the call."""
        return Body(self.subject, self.graph)

    def claimed(self, *claims: ClaimWriter) -> Iterator[Draft]:
        """The call, and then each of these claims."""
        for claim in claims:
            body = self.body()
            body.make_call()
            text = claim(body)
            if text is not None:
                body.lines += f"assert {text}".split("\n")
                yield body.finished()
