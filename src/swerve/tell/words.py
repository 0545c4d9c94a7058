"""In which words are findings told, wherever they are shown?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from swerve.model import (
    DifferenceKind,
    FailOn,
    Function,
    FunctionReport,
    LeftOut,
    LineNo,
    Outside,
    Pair,
    Realism,
    Report,
    Verdict,
    Witness,
)
from swerve.model.plurals import counted, named

from .exit import INTERRUPTED, exit_status, objections
from .summary import summarise

#: Effects that are named beside where two sides part.
_MOST_NAMED = 2
DIFFERS_AT = {
    DifferenceKind.RETURN: "result",
    DifferenceKind.EXCEPTION: "exception",
    DifferenceKind.ARGUMENT: "an argument after the call",
    DifferenceKind.OUTPUT: "output",
    DifferenceKind.WARNING: "warnings",
    DifferenceKind.EFFECT: "an effect",
    DifferenceKind.CALLS: "external calls",
    DifferenceKind.TERMINATION: "termination",
    DifferenceKind.DEFAULT: "default value",
    DifferenceKind.TEST: "how a test ends",
}


def verdict_words(verdict: Verdict) -> str:
    """Return the verdict as people read it."""
    return verdict.value.replace("-", " ")


def differs_at(witness: Witness) -> str:
    """Where old and new part: the path where it leads into a value, else in words."""
    first, *more = _first_place(witness), *witness.elsewhere
    return f"{first}; also {named(more, _MOST_NAMED)}" if more else first


def _first_place(witness: Witness) -> str:
    if witness.place:
        return witness.place
    if not any(step in witness.path for step in ".[{"):
        return DIFFERS_AT[witness.kind]
    after = " after the call" if witness.kind is DifferenceKind.ARGUMENT else ""
    return f"{witness.path}{after}"


def reason_words(report: FunctionReport) -> str:
    """The reason for a verdict, and what to do about it."""
    return f"{report.reason}. {report.advice}" if report.advice else report.reason


def location(function: Function) -> str:
    """Return where a function stands, as editors understand it."""
    return f"{function.module.path}:{function.def_line}"


def line_to_show(report: FunctionReport) -> LineNo:
    """The line of the new version that a remark about a function belongs to.

    A changed line, best one that ran: reviews show remarks on lines of the change only.
    """
    new = report.pair.new
    inside = [line for line in new.changed_lines if new.first_line <= line <= new.last_line]
    ran = {line for evidence in report.evidence for line in evidence.lines_new}
    return next((line for line in inside if line in ran), (inside or [new.def_line])[0])


#: What stands before a judgement, by how sure it is.
_SURE = {"medium": "likely ", "low": "possibly "}


def degree_words(judgement: str | None, confidence: str) -> str:
    """A judgement with how sure it is: "likely unintended"."""
    if not judgement or judgement == "unclear":
        return judgement or ""
    return f"{_SURE.get(confidence, '')}{judgement}"


def judgement_words(witness: Witness) -> str:
    """What a witness was judged to be, and why; empty where nobody judged."""
    judged = degree_words(witness.judgement, witness.confidence)
    return f"{judged}: {witness.why or ''}" if judged else ""


def found_by(witness: Witness, report: FunctionReport) -> str:
    """Say who found the witness and on what input; what never ran had no input."""
    runs = sum(e.runs for e in report.evidence if e.engine == witness.engine)
    if not runs and witness.realism is not Realism.OBSERVED:
        return witness.engine
    told = f", {counted(runs, 'run')}" if runs else ""
    return f"{witness.engine}, {witness.realism.value} input{told}"


def labelled_source(witness: Witness, report: FunctionReport) -> tuple[str, str]:
    """A label and a text: what the difference comes from where that is known, and who found it."""
    source, because = found_by(witness, report), because_words(witness, report.pair)
    return ("because", f"{because} ({source})") if because else ("found by", source)


def because_words(witness: Witness, pair: Pair) -> str:
    """What in the code makes the difference: "new line 7"; empty where nobody knows."""
    if witness.because or not witness.edits:
        return witness.because
    from swerve.facts.edits import edits_of  # takes a while to load

    own = {each.key: each.place for each in edits_of(pair)}
    return ", ".join(own.get(each, each) for each in witness.edits)


def interpreter_words(found_by: str) -> str:
    """Where an interpreter comes from, in brackets behind its version."""
    return "swerve's own" if found_by == "running" else f"from {found_by}"


def duration(seconds: float) -> str:
    """Return a duration at the precision a person cares for."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def summary_words(report: Report) -> str:
    """Count what was found, worst first; say why, when there was nothing to check."""
    if not report.functions:
        return nothing_words(report)
    summary = summarise(report)
    problems = len(report.problems)
    counts = (
        (summary.changed, "changed"),
        (summary.breaking, "breaking"),
        (summary.inconclusive, "inconclusive"),
        (summary.likely_preserved, "likely preserved"),
        (summary.preserved, "preserved"),
        (problems, "problem" if problems == 1 else "problems"),
    )
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def exit_words(report: Report, fail_on: FailOn) -> tuple[int, str]:
    """The exit status, and in words why it is that."""
    if report.interrupted:
        return INTERRUPTED, "interrupted"
    why = ", ".join(objections(report, fail_on)) or "no objections"
    return exit_status(report, fail_on), f"{why} (--fail-on {fail_on.value})"


def left_out_words(left_out: Iterable[LeftOut]) -> str:
    """Say why files are left out: "test code", or "2 test code, 1 generated code"."""
    whys = Counter(left.why for left in left_out)
    if len(whys) == 1:
        return next(iter(whys))
    return ", ".join(f"{count} {why}" for why, count in whys.most_common())


def nothing_words(report: Report) -> str:
    """Say why there was no function to check."""
    change = report.change
    if report.runtime is not None and report.runtime.problems:
        return "Nothing could be checked: see the problems above."
    problems = len(change.problems)
    if problems and (change.added or change.removed or change.outside):
        noun = counted(problems, "problem")
        if not (change.added or change.removed):
            return f"Nothing to check but {noun}: what differs is outside functions."
        return f"Nothing to check but {noun}: functions were only added or removed."
    if change.added or change.removed:
        return "Nothing to check: functions were only added or removed."
    if change.outside:
        return "Nothing to check: no function in the files that differ uses what differs."
    if change.problems:
        return "Nothing could be checked: see the problems above."
    if change.files:
        files = (
            "1 Python file differs" if change.files == 1 else f"{change.files} Python files differ"
        )
        return f"Nothing to check: {files}, but no function differs or uses what differs."
    if change.left_out:
        count = len(change.left_out)
        files = (
            "the only file that differs was"
            if count == 1
            else f"all {count} files that differ were"
        )
        why = left_out_words(change.left_out)
        default = any(left.is_by_default for left in change.left_out)
        hint = " Use --include PATTERN to check them." if default else ""
        return f"Nothing to check: {files} left out ({why}).{hint}"
    return "Nothing to check: no Python file differs."


def outside_words(outside: Outside) -> str:
    """What differs outside functions, on one line."""
    if not outside.old:
        return f"added: {outside.new}"
    return f"{outside.old} became {outside.new}" if outside.new else f"removed: {outside.old}"
