"""How is a report told to GitHub Actions? Annotations on the lines of the change."""

from __future__ import annotations

from collections.abc import Iterator

from swerve.model import FailOn, FunctionReport, Report, Verdict, is_public
from swerve.witness.ids import witness_id

from .exit import is_objected_to, objects_at, outside_objected_to, problem_level
from .printable import printable, shortened
from .summary import is_breaking, is_unintended, worst_first
from .words import (
    differs_at,
    exit_words,
    found_by,
    judgement_words,
    line_to_show,
    outside_words,
    reason_words,
    summary_words,
    verdict_words,
)

#: Characters of a title, and of a value in a message.
_LONGEST_TITLE, _LONGEST = 200, 1_000
_MOST_WITNESSES = 3
#: Of each level; GitHub shows the first ten.
_MOST = 50


def render_github(report: Report, fail_on: FailOn) -> str:
    """Workflow commands, worst first: GitHub shows ten errors, warnings and notices a step.

    What the exit status comes from is an error, other differences are warnings, and what nobody
    could decide are notices. The last line sums up.
    """
    status, why = exit_words(report, fail_on)
    lines = [*_commands(report, fail_on)]
    lines.append(printable(f"swerve: {summary_words(report).rstrip('.')}. Exit {status}: {why}."))
    return "\n".join(lines) + "\n"


def _commands(report: Report, fail_on: FailOn) -> Iterator[str]:
    told: dict[str, list[str]] = {"error": [], "warning": [], "notice": []}
    for function in worst_first(report.functions):
        level = _level(function, fail_on)
        if level:
            told[level].append(_of_function(function, level))
    for listed in report.change.removed:
        if listed.public:
            level = "error" if objects_at(fail_on, FailOn.CHANGED) else "warning"
            words = f"It was at line {listed.line} of the old version."
            title = f"public function removed: {listed.name}"
            told[level].append(_command(level, listed.file, 1, title, words))
    for brought in report.change.brought:
        words = f"{brought.message}\n{brought.hint}".strip()
        title = f"swerve: {brought.kind.value} in this change"
        told["warning"].insert(0, _command("warning", brought.file, 1, title, words))
    for problem in report.problems:
        level = "error" if objects_at(fail_on, problem_level(problem, report)) else "warning"
        words = f"{problem.message}\n{problem.hint}"
        title = f"swerve: {problem.code}"
        told[level].append(_command(level, problem.file, problem.line or 1, title, words))
    for outside in outside_objected_to(report):
        level = "error" if objects_at(fail_on, FailOn.INCONCLUSIVE) else "notice"
        title, words = "difference outside functions", _value(outside_words(outside))
        told[level].append(_command(level, outside.file, outside.line, title, words))
    for commands in told.values():
        yield from commands[:_MOST]


def _level(function: FunctionReport, fail_on: FailOn) -> str:
    if is_objected_to(function, fail_on):
        return "error"
    if function.verdict is Verdict.CHANGED or is_breaking(function):
        return "warning"
    return "notice" if function.verdict is Verdict.INCONCLUSIVE else ""


def _of_function(function: FunctionReport, level: str) -> str:
    pair = function.pair
    kind = verdict_words(function.verdict)
    if is_unintended(function):
        kind = "unintended change"
    elif is_breaking(function) and function.verdict is not Verdict.CHANGED:
        kind = "breaking" if is_public(pair.old.name) else "breaking (private)"
    message = "\n".join(_message(function))
    place = (pair.new.module.path, line_to_show(function))
    return _command(level, *place, f"{kind}: {pair.name}", message)


def _message(function: FunctionReport) -> Iterator[str]:
    for witness in function.witnesses[:_MOST_WITNESSES]:
        yield _value(witness.call)
        yield f"  old: {_value(witness.old)}"
        yield f"  new: {_value(witness.new)}"
        yield f"  differs at: {differs_at(witness)} ({found_by(witness, function)})"
        if witness.judgement:
            yield f"  {_value(judgement_words(witness))}"
        if witness.claim:
            yield f"  claim: {_value(witness.claim)}"
        yield f"  more: swerve explain {witness_id(function.pair, witness)}"
    if len(function.witnesses) > _MOST_WITNESSES:
        yield f"{len(function.witnesses) - _MOST_WITNESSES} more"
    for difference in function.interface:
        if difference.breaking:
            yield f"{_value(difference.what)}; breaks {_value(difference.call)}"
    if not function.witnesses:
        yield _value(reason_words(function))


def _command(level: str, file: str, line: int, title: str, message: str) -> str:
    told = "\n".join(printable(part) for part in message.split("\n"))
    return (
        f"::{level} file={_property(file)},line={line},"
        f"title={_property(shortened(title, _LONGEST_TITLE))}::{_data(told)}"
    )


def _value(text: str) -> str:
    return printable(shortened(text, _LONGEST))


def _data(text: str) -> str:
    """As the runner wants what stands behind the second `::`."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
