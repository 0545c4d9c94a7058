"""What is known about one witness, and how is that shown?"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from swerve.model import Change, FunctionReport, Intent, Report, Witness
from swerve.model.errors import BadUsage
from swerve.witness.kept import find_witness, is_id

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Explained:
    """All that is known about one witness; it shows itself as `swerve explain` does."""

    id: str
    #: What the two sides were called, and what was said about the change.
    old: str
    new: str
    subject: str
    #: The function as it was then, with this witness alone.
    function: FunctionReport

    @property
    def witness(self) -> Witness:
        """The witness itself."""
        return self.function.witnesses[0]

    def __str__(self) -> str:
        from swerve.tell import console_for, render_explained  # takes a while to load

        stream = io.StringIO()
        sides = (self.old, self.new)
        render_explained(self.id, sides, self.subject, self.function, console_for(stream))
        return stream.getvalue().rstrip("\n")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from swerve.tell.explained import explained_lines  # takes a while to load
        from swerve.tell.page import page_for

        page = page_for(options.max_width, options.encoding)
        sides = (self.old, self.new)
        yield from explained_lines(self.id, sides, self.subject, self.function, page)

    def _repr_html_(self) -> str:
        from swerve.tell import render_table  # takes a while to load

        change = Change(self.old, self.new, Intent(), (self.function.pair,))
        return render_table(Report(change, (self.function,), self.function.seconds))


def explain(witness: str) -> Explained:
    """Tell all about a witness of an earlier run, by its id: w-1a2b3c4d, or the start of one."""
    if not (isinstance(witness, str) and is_id(witness)):
        raise BadUsage(f"{witness!r} is no id of a witness.", "Ids stand in reports: w-1a2b3c4d.")
    kept = find_witness(witness)
    return Explained(kept.id, kept.old, kept.new, kept.subject, kept.function)
