"""How does a report reach the terminal? rich is loaded here, and only when a report is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

from swerve.model import FailOn, FunctionReport, Report

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: What a pipe or a file gets: room for two columns of code, and the same on every machine.
_PIPE_WIDTH = 100


def console_for(stream: IO[str]) -> Console:
    """Return a console as wide as the terminal, or as COLUMNS says; else 100 columns wide."""
    from rich.console import Console

    class PipeConsole(Console):
        """Leaves it to the command line what to do when the reader goes away."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    sized = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return PipeConsole(
        file=stream,
        width=None if sized else _PIPE_WIDTH,
        markup=False,
        emoji=False,
        highlight=False,
    )


def render_text(report: Report, console: Console, *, fail_on: FailOn | None) -> None:
    """Tell the report to a person, in lines no wider than the console.

    Whatever the source, the names and the paths hold, no control character reaches the terminal
    and nothing is printed that the console's encoding lacks.
    """
    from .layout import report_lines
    from .page import page_for

    page = page_for(console.width, console.encoding)
    _print(report_lines(report, page, fail_on), console)


def render_explained(
    name: str,
    sides: tuple[str, str],
    subject: str,
    function: FunctionReport,
    console: Console,
) -> None:
    """Tell a person all about the only witness of a function, as safely."""
    from .explained import explained_lines
    from .page import page_for

    page = page_for(console.width, console.encoding)
    _print(explained_lines(name, sides, subject, function, page), console)


def _print(lines: Iterable[Text], console: Console) -> None:
    for line in lines:
        line.rstrip()
        # Lines are fitted already; rich must neither wrap nor cut them again.
        console.print(line, soft_wrap=True)
