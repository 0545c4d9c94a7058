"""Which differences of a whole report did the author mean?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from swerve.model import FunctionReport, Pair, Realism, Report, Witness

from ._question import Judge
from ._witness import judged_witness

_REALISM = tuple(Realism)
_JUDGEMENTS = ("unintended", "unclear", "intended")


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
        return replace(function, witnesses=tuple(sorted(witnesses, key=_rank)))

    return replace(report, functions=tuple(map(judged, report.functions)))


def _rank(witness: Witness) -> tuple[bool, int, int]:
    """What was not meant comes first, then calls that somebody makes; what is set aside, last."""
    judgement = _JUDGEMENTS.index(witness.judgement or "unclear")
    return bool(witness.rule), judgement, _REALISM.index(witness.realism)
