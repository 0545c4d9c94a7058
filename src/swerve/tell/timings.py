"""How long did each engine take?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.model import Report
from swerve.model.plurals import counted


def timing_lines(report: Report, first: float | None = None) -> Iterator[str]:
    """Lines for a person: the run, when it had its first answer, the engines that took longest."""
    if first is not None:
        yield f"first verdict after {first:.1f} s"
    spent: dict[str, list[float]] = {}
    for function in report.functions:
        for evidence in function.evidence:
            spent.setdefault(evidence.engine, []).append(evidence.seconds)
    for engine, seconds in sorted(spent.items(), key=lambda each: -sum(each[1])):
        functions = counted(len(seconds), "function")
        yield f"{engine}: {sum(seconds):.1f} s on {functions}, at most {max(seconds):.1f} s"
    yield f"all: {report.seconds:.1f} s"
