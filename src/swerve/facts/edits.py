"""In which runs of lines do the two versions of a function differ?"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swerve.model import CauseKind, LineNo, Pair
from swerve.source.syntax import node_of


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines of a function that differ."""

    #: In the new file: the first line that it brings, or the line before which old ones stood.
    first: LineNo
    taken: tuple[str, ...]
    brought: tuple[str, ...]

    @property
    def last(self) -> LineNo:
        """The line of the new file that the edit ends with; before `first` where it brings none."""
        return self.first + len(self.brought) - 1

    @property
    def place(self) -> str:
        """For a person: "new line 4", "new lines 4-6", "removed before new line 4"."""
        if not self.brought:
            return f"removed before new line {self.first}"
        lines = f"{self.first}-{self.last}"
        return f"new line {self.first}" if len(self.brought) == 1 else f"new lines {lines}"

    def taken_back(self, text: str) -> str:
        """The new file without this edit."""
        lines = text.split("\n")
        lines[self.first - 1 : self.last] = self.taken
        return "\n".join(lines)


def edits_of(pair: Pair) -> tuple[Edit, ...]:
    """Every run of lines that differ; none where the function itself was not edited."""
    if not any(cause.kind is CauseKind.EDITED for cause in pair.causes):
        return ()
    return tuple(_edits_of(pair))


def _edits_of(pair: Pair) -> Iterator[Edit]:
    old, new = (side.source.split("\n") for side in (pair.old, pair.new))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        taken, brought = tuple(old[old_from:old_to]), tuple(new[new_from:new_to])
        if tag != "equal" and "".join((*taken, *brought)).strip():
            yield Edit(pair.new.first_line + new_from, taken, brought)


def edits_in_body(pair: Pair, edits: Sequence[Edit]) -> list[Edit]:
    """Those that leave the head of the function, with its defaults, as it is."""
    node = node_of(pair.new)
    return [] if node is None else [each for each in edits if each.first >= node.body[0].lineno]
