"""Which exit status does a report deserve, and why?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from swerve.model import FailOn, FunctionReport, Outside, Problem, Report, Side, Verdict, is_public

from .summary import is_as_meant, is_breaking, is_unintended, summarise

#: What a shell reports for a program that Ctrl-C ended.
INTERRUPTED = 130
#: A contract from before the change that fits no more, and a file that is left out since.
_OUTDATED, _UNSEEN = "outdated-contract", "no-longer-checked"
_HIDDEN, _BROKEN = "hidden-module", "broken-import"
#: Problems of a file that Python cannot read either.
_UNREADABLE = ("unparsable-file", "undecodable-file")
_OUTSIDE = ("difference outside functions", "differences outside functions")
_IMPORT = re.compile(r"import |from (?!__future__)")
_BOUND = re.compile(r"(\w+)\s*[:=]")
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
    differences are intended does not count. A function counts over which engines contradict each
    other, and a file that does not parse or cannot be imported since the change, or is left out.
    """
    if report.unread:
        return (f"{report.unread} line{'s' if report.unread > 1 else ''} could not be read",)
    others = tuple(each for each in report.functions if not is_as_meant(each))
    summary = summarise(replace(report, functions=others))
    codes = Counter(problem.code for problem in report.problems)
    special = (_OUTDATED, _UNSEEN, _HIDDEN, _BROKEN)
    outdated, unseen, hidden, imports = (codes[each] for each in special)
    broken = len(_broken(report.problems))
    problems = len(report.problems) - broken - outdated - unseen - hidden - imports
    alarms = sum(bool(each.alarm) for each in report.functions)
    found = (
        (FailOn.UNINTENDED, summary.unintended, "unintended change", "unintended changes"),
        (FailOn.UNINTENDED, outdated, "outdated contract", "outdated contracts"),
        (FailOn.CHANGED, summary.changed, "function changed", "functions changed"),
        (FailOn.CHANGED, summary.breaking_interfaces, "breaking interface", "breaking interfaces"),
        (FailOn.CHANGED, summary.removed, "public function removed", "public functions removed"),
        (FailOn.CHANGED, alarms, "alarm", "alarms"),
        (FailOn.CHANGED, broken, "file that does not parse", "files that do not parse"),
        (FailOn.CHANGED, imports, "broken import", "broken imports"),
        (FailOn.CHANGED, unseen, "file no longer checked", "files no longer checked"),
        (FailOn.CHANGED, hidden, "module hidden", "modules hidden"),
        (FailOn.INCONCLUSIVE, summary.inconclusive, "inconclusive", "inconclusive"),
        (FailOn.INCONCLUSIVE, problems, "problem", "problems"),
        (FailOn.INCONCLUSIVE, len(outside_objected_to(report)), *_OUTSIDE),
    )
    return tuple(
        f"{count} {one if count == 1 else many}"
        for level, count, one, many in found
        if count and objects_at(fail_on, level)
    )


def problem_level(problem: Problem, report: Report) -> FailOn:
    """The most lenient level that objects to a problem."""
    if problem.code == _OUTDATED:
        return FailOn.UNINTENDED
    is_serious = problem.code in (_UNSEEN, _HIDDEN, _BROKEN)
    is_broken = is_serious or problem.file in _broken(report.problems)
    return FailOn.CHANGED if is_broken else FailOn.INCONCLUSIVE


def _broken(problems: Iterable[Problem]) -> set[str]:
    """Files whose new version does not parse, while there was none before or another that did."""
    sides = [(each.side, each.file) for each in problems if each.code in _UNREADABLE]
    return {file for side, file in sides if side is Side.NEW and (Side.OLD, file) not in sides}


def outside_objected_to(report: Report) -> list[Outside]:
    """What differs outside functions, but for imports and what functions in the report read."""
    words = [cause.words for each in report.functions for cause in each.pair.causes]
    return [
        each
        for each in report.change.outside
        if not all(map(_IMPORT.match, filter(None, (each.old, each.new))))
        and not any(f"`{name}`" in said for name in _names(each) for said in words)
    ]


def _names(outside: Outside) -> set[str]:
    return {found[1] for text in (outside.old, outside.new) if (found := _BOUND.match(text))}


def is_objected_to(function: FunctionReport, fail_on: FailOn) -> bool:
    """Whether `fail_on` objects to this function: one of those that `objections` counts."""
    if is_as_meant(function):
        return False
    breaks = is_breaking(function) and is_public(function.pair.old.name)
    found = (
        (FailOn.UNINTENDED, is_unintended(function)),
        (FailOn.CHANGED, function.verdict is Verdict.CHANGED or breaks or bool(function.alarm)),
        (FailOn.INCONCLUSIVE, function.verdict is Verdict.INCONCLUSIVE),
    )
    return any(holds and objects_at(fail_on, level) for level, holds in found)


def objects_at(fail_on: FailOn, level: FailOn) -> bool:
    """Whether `fail_on` is as strict as a level, or stricter."""
    return _LEVELS.index(level) <= _LEVELS.index(fail_on)
