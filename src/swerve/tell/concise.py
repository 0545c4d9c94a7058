"""How is a report told in one line for each remark, as editors and grep read it?"""

from __future__ import annotations

from collections.abc import Iterator

from swerve.model import FailOn, FunctionReport, Report, Verdict

from .exit import outside_objected_to
from .printable import printable, shortened
from .summary import worst_first
from .words import (
    degree_words,
    exit_words,
    line_to_show,
    outside_words,
    summary_words,
    verdict_words,
)

#: Characters of a line.
_LONGEST = 500


def render_concise(report: Report, fail_on: FailOn) -> str:
    """`file:line: what: why`, worst first; functions that kept their behaviour are only counted."""
    status, why = exit_words(report, fail_on)
    ending = f"swerve: {summary_words(report).rstrip('.')}. Exit {status}: {why}."
    lines = (printable(line) for line in (*_remarks(report), ending))
    return "".join(f"{shortened(line, _LONGEST)}\n" for line in lines)


def _remarks(report: Report) -> Iterator[str]:
    for brought in report.change.brought:
        yield f"{brought.file}:1: {brought.kind.value} in this change: {brought.message}"
    for function in worst_first(report.functions):
        place = f"{function.pair.new.module.path}:{line_to_show(function)}"
        for what in function_lines(function):
            yield f"{place}: {what}"
    for listed in report.change.removed:
        if listed.public:
            yield f"{listed.file}:1: removed: {listed.name}"
    for problem in report.problems:
        yield f"{problem.file}:{problem.line or 1}: {problem.code}: {problem.message}"
    for outside in outside_objected_to(report):
        yield f"{outside.file}:{outside.line}: outside functions: {outside_words(outside)}"


def function_lines(function: FunctionReport) -> Iterator[str]:
    """What to say about a function; nothing where it kept its behaviour."""
    name = function.pair.name
    for difference in function.interface:
        if difference.breaking:
            yield f"breaking: {name}: {difference.what}; breaks {difference.call}"
    for witness in function.witnesses:
        judged = degree_words(witness.judgement, witness.confidence)
        judged = f"{judged} change" if judged else "changed"
        claim = f" ({witness.claim})" if witness.claim else ""
        yield f"{judged}: {name}: {witness.call} was {witness.old}, is now {witness.new}{claim}"
    is_open = function.verdict in (Verdict.CHANGED, Verdict.INCONCLUSIVE)
    if is_open and not function.witnesses:
        yield f"{verdict_words(function.verdict)}: {name}: {function.reason}"
