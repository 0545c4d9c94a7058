"""A format and a rule."""

from __future__ import annotations

from swerve.model import FailOn, Report
from swerve.observe.comparison import Rule
from swerve.tell.printable import printable

COLOUR = Rule("colours in text: `#1a2b3c`", text=r"#[0-9a-f]{6}\b")


def render_names(report: Report, fail_on: FailOn) -> str:
    """The verdict and the name of each function."""
    return "".join(
        f"{each.verdict.value} {printable(each.pair.name)}\n" for each in report.functions
    )
