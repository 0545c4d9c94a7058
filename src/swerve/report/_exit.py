"""Which exit status does a report deserve, and why?"""

from __future__ import annotations

from dataclasses import replace

from swerve.model import FailOn, Report
from swerve.report._summary import is_as_meant, summarise

#: What a shell reports for a program that Ctrl-C ended.
INTERRUPTED = 130
#: From the most lenient to the strictest; each level objects to what those before it object to.
_LEVELS = (FailOn.NEVER, FailOn.UNINTENDED, FailOn.CHANGED, FailOn.INCONCLUSIVE)


def exit_status(report: Report, fail_on: FailOn) -> int:
    """Return 1 when the `fail_on` condition holds, else 0.

    An interrupted run is 130, and 2 when not all of it could be read.
    """
    if report.interrupted:
        return INTERRUPTED
    if report.unread:
        return 2
    return 1 if objections(report, fail_on) else 0


def objections(report: Report, fail_on: FailOn) -> tuple[str, ...]:
    """Say what `fail_on` objects to in this report, worst first; empty means exit 0.

    A breaking interface or a removal counts for public functions only; a function all of whose
    differences are intended does not count.
    """
    if report.unread:
        return (f"{report.unread} line{'s' if report.unread > 1 else ''} could not be read",)
    others = tuple(each for each in report.functions if not is_as_meant(each))
    summary = summarise(replace(report, functions=others))
    problems = len(report.problems)
    found = (
        (FailOn.UNINTENDED, summary.unintended, "unintended change", "unintended changes"),
        (FailOn.CHANGED, summary.changed, "function changed", "functions changed"),
        (FailOn.CHANGED, summary.breaking_interfaces, "breaking interface", "breaking interfaces"),
        (FailOn.CHANGED, summary.removed, "public function removed", "public functions removed"),
        (FailOn.INCONCLUSIVE, summary.inconclusive, "inconclusive", "inconclusive"),
        (FailOn.INCONCLUSIVE, problems, "problem", "problems"),
    )
    strictness = _LEVELS.index(fail_on)
    return tuple(
        f"{count} {one if count == 1 else many}"
        for level, count, one, many in found
        if count and _LEVELS.index(level) <= strictness
    )
