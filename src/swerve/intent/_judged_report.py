"""Which differences of a whole report did the author mean?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from swerve.intent._question import Judge
from swerve.intent._witness import judged_witness
from swerve.model import FunctionReport, Pair, Report


def judged_report(report: Report, judge: Judge, diff_of: Callable[[Pair], str]) -> Report:
    """The report with a judgement for every witness; the same where nobody said anything."""
    intent = report.change.intent
    if not intent.words:
        return report

    def judged(function: FunctionReport) -> FunctionReport:
        if not function.witnesses:
            return function
        diff = diff_of(function.pair)
        witnesses = tuple(
            judged_witness(each, function.pair, intent, judge, diff=diff)
            for each in function.witnesses
        )
        return replace(function, witnesses=witnesses)

    return replace(report, functions=tuple(map(judged, report.functions)))
