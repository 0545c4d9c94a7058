"""How is a report told to systems that read test results? A function is a test case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias

from swerve.model import FailOn, FunctionReport, Problem, Report, Verdict, Witness
from swerve.model.plurals import counted
from swerve.witness.ids import witness_id

from .exit import is_objected_to, objects_at, outside_objected_to, problem_level
from .printable import printable, shortened
from .summary import is_breaking, is_unintended, worst_first
from .words import (
    differs_at,
    judgement_words,
    labelled_source,
    line_to_show,
    outside_words,
    reason_words,
    verdict_words,
)

_Outcome: TypeAlias = Literal["failure", "error", "skipped", ""]
#: Characters of a value.
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class _Case:
    file: str
    line: int
    name: str
    seconds: float
    outcome: _Outcome
    #: What kind of finding it is, and the finding in one line.
    kind: str
    message: str
    #: The rest, for whoever opens the case.
    details: str


def render_junit(report: Report, fail_on: FailOn) -> str:
    """The report as JUnit XML: a case fails where `fail_on` objects, and only there."""
    cases = list(_cases(report, fail_on))
    counts = Counter(case.outcome for case in cases)
    numbers = (
        f'tests="{len(cases)}" failures="{counts["failure"]}" errors="{counts["error"]}" '
        f'skipped="{counts["skipped"]}" time="{report.seconds:.3f}"'
    )
    old, new = report.change.old, report.change.new
    sides = _attribute(f"swerve {old}" if old == new else f"swerve {old}..{new}")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="swerve" {numbers}>',
        f'<testsuite name="{sides}" {numbers}>',
        *(_element(case) for case in cases),
        "</testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _cases(report: Report, fail_on: FailOn) -> Iterator[_Case]:
    if report.interrupted:
        yield _Case("", 0, "the whole run", 0.0, "error", "interrupted", "interrupted", "")
    if report.unread:
        told = f"{counted(report.unread, 'line')} could not be read"
        yield _Case("", 0, "the whole input", 0.0, "error", "unread", told, "")
    for function in worst_first(report.functions):
        yield _function_case(function, fail_on)
    for listed in report.change.removed:
        if listed.public:
            fails = objects_at(fail_on, FailOn.CHANGED)
            told = f"public function removed: it was at line {listed.line}"
            outcome: _Outcome = "failure" if fails else ""
            yield _Case(listed.file, 1, listed.name, 0.0, outcome, "removed", told, told)
    for brought in report.change.brought:
        told = f"{brought.message}. {brought.hint}".strip()
        name = f"{brought.kind.value} in this change"
        yield _Case(brought.file, 1, name, 0.0, "skipped", "brought", told, told)
    for problem in report.problems:
        yield _problem_case(problem, objects_at(fail_on, problem_level(problem, report)))
    for outside in outside_objected_to(report):
        outcome = "failure" if objects_at(fail_on, FailOn.INCONCLUSIVE) else "skipped"
        place, told = (outside.file, outside.line), outside_words(outside)
        yield _Case(*place, "outside functions", 0.0, outcome, "outside", told, told)


def _function_case(function: FunctionReport, fail_on: FailOn) -> _Case:
    outcome: _Outcome = ""
    if is_objected_to(function, fail_on):
        outcome = "failure"
    elif function.verdict is Verdict.INCONCLUSIVE:
        outcome = "skipped"
    kind = verdict_words(function.verdict)
    if is_unintended(function):
        kind = "unintended"
    elif is_breaking(function) and function.verdict is not Verdict.CHANGED:
        kind = "breaking"
    return _Case(
        function.pair.new.module.path,
        line_to_show(function),
        function.pair.name,
        function.seconds,
        outcome,
        kind,
        f"{kind}: {_message(function)}",
        "\n\n".join(_details(function)),
    )


def _message(function: FunctionReport) -> str:
    for witness in function.witnesses:
        return f"{witness.call}: {witness.old} became {witness.new}"
    for difference in function.interface:
        if difference.breaking:
            return difference.what
    return function.reason


def _details(function: FunctionReport) -> Iterator[str]:
    if function.verdict is not Verdict.PRESERVED or function.interface:
        yield reason_words(function)
    for witness in function.witnesses:
        yield _witness(function, witness)
    for difference in function.interface:
        kind = "breaking" if difference.breaking else "compatible"
        yield f"interface  {kind}: {difference.what}"


def _witness(function: FunctionReport, witness: Witness) -> str:
    rows = [
        ("call", witness.call),
        *(("given", f"{each.path} = {each.value}") for each in witness.given),
        ("old", witness.old),
        ("new", witness.new),
        ("differs at", differs_at(witness)),
        labelled_source(witness, function),
        ("intent", judgement_words(witness)),
        ("claim", witness.claim),
        ("more", f"swerve explain {witness_id(function.pair, witness)}"),
    ]
    return "\n".join(f"{label:10} {shortened(text, _LONGEST)}" for label, text in rows if text)


def _problem_case(problem: Problem, is_objected_to: bool) -> _Case:
    outcome: _Outcome = "error" if is_objected_to else "skipped"
    name = f"problem: {problem.code}"
    details = f"{problem.message}\n{problem.hint}"
    line = problem.line or 1
    return _Case(problem.file, line, name, 0.0, outcome, problem.code, problem.message, details)


def _element(case: _Case) -> str:
    module = case.file.removesuffix(".py").replace("/", ".") or "swerve"
    place = f' file="{_attribute(case.file)}" line="{case.line}"' if case.file else ""
    opening = (
        f'<testcase classname="{_attribute(module)}" name="{_attribute(case.name)}"{place} '
        f'time="{case.seconds:.3f}"'
    )
    message = _attribute(shortened(case.message, _LONGEST))
    details = _content(case.details)
    if case.outcome == "skipped":
        told = f'<skipped message="{message}">{details}</skipped>'
    elif case.outcome:
        told = f'<{case.outcome} type="{_attribute(case.kind)}" message="{message}">{details}'
        told += f"</{case.outcome}>"
    elif details:
        told = f"<system-out>{details}</system-out>"
    else:
        return f"{opening}/>"
    return f"{opening}>\n{told}\n</testcase>"


def _attribute(text: str) -> str:
    """Pure ASCII: whatever encoding the stream has, the bytes come out as UTF-8."""
    return escape(printable(text)).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _content(text: str) -> str:
    """Lines stay lines. What XML cannot hold at all is spelled out, as on a terminal."""
    return "\n".join(_attribute(line) for line in text.split("\n"))
