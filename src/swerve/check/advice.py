"""What can a user do about a function that stayed inconclusive?"""

from __future__ import annotations

from dataclasses import replace

from swerve.model import Effort, Function, FunctionReport, Runtime, Verdict
from swerve.source.syntax.conditions import places_that_ran, statements_not_run

_BY_HAND = "Review it by hand"


def advised(
    report: FunctionReport, effort: Effort, runtime: Runtime | None = None, *, ran: bool = True
) -> FunctionReport:
    """The report with advice, where an engine has not given any.

    `ran` is whether code was to be run at all.
    """
    if report.verdict is not Verdict.INCONCLUSIVE or report.advice:
        return report
    return replace(report, advice=_advice(report, effort, runtime, ran))


def _advice(report: FunctionReport, effort: Effort, runtime: Runtime | None, ran: bool) -> str:
    pair = report.pair
    if report.alarm:
        return f"{_BY_HAND}: engines contradict each other, so one was deceived or has a bug."
    if not ran:
        return "Run the check without `--no-run`."
    if runtime is not None and (hint := _import_hint(pair.new, runtime)):
        return hint
    if pair.compiled or pair.reached_from or report.learned.doubts:
        return f"{_BY_HAND}, together with the code that the reason mentions."
    deeper = "" if effort is Effort.DEEP else "use `--effort deep`"
    if pair.is_affected:
        first = "See the verdict of what it uses"
        more = f", or {deeper} to check this function more thoroughly" if deeper else ""
        return f"{first}{more}."
    missed = _missed(report)
    test = f"add a test that reaches {missed}" if missed else "add a test that calls it"
    if not missed and any(evidence.runs for evidence in report.evidence):
        test = "annotate its parameters"
    said = " or ".join(filter(None, (test, deeper)))
    return f"{said[0].upper()}{said[1:]}."


def _import_hint(function: Function, runtime: Runtime) -> str:
    """How its module can be made importable; empty where it is."""
    file = function.module.path
    if all(each.works for each in runtime.modules if each.file == file):
        return ""
    hints = [each.hint for each in runtime.problems if each.file == file and each.hint]
    return hints[0] if hints else "Make its module importable."


def _missed(report: FunctionReport) -> str:
    """Where changed code starts that no engine has run: "new line 7"."""
    old = (line for each in report.evidence for line in each.lines_old)
    new = (line for each in report.evidence for line in each.lines_new)
    missed = statements_not_run(report.pair, places_that_ran(old, new))
    side, statement = next(missed, (0, None))
    return f"{'new' if side else 'old'} line {statement.lineno}" if statement else ""
