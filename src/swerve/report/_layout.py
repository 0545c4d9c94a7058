"""In which order is a report told to a person?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.text import Text

from swerve.model import CauseKind, FailOn, FunctionReport, Report, Verdict
from swerve.report._exit import INTERRUPTED, exit_status, objections
from swerve.report._function import Columns, columns_for, function_lines, is_brief
from swerve.report._listings import (
    added_lines,
    left_out_lines,
    left_out_words,
    outside_lines,
    problem_lines,
    removed_lines,
    runtime_lines,
    set_aside_lines,
)
from swerve.report._page import Page
from swerve.report._summary import is_breaking, is_unintended, summarise

#: A subject cut shorter than this says nothing.
_SHORTEST_SUBJECT = 20

_ORDER = (
    Verdict.CHANGED,
    Verdict.INCONCLUSIVE,
    Verdict.LIKELY_PRESERVED,
    Verdict.PRESERVED,
)


def report_lines(report: Report, page: Page, fail_on: FailOn) -> Iterator[Text]:
    """Tell the whole report, worst first, in lines that fit the page."""
    yield from _header(report, page)
    if report.interrupted:
        known = ": what follows is what was known by then."
        text = Text.assemble(("Interrupted", "bold yellow"), known)
        yield from page.wrap(text, page.width, most=3)
    yield Text()
    for block in _blocks(report, page):
        if block:
            yield from block
            yield Text()
    yield from _ending(report, page, fail_on)


def _blocks(report: Report, page: Page) -> Iterator[list[Text]]:
    """Yield what stands between empty lines."""
    change = report.change
    functions = sorted(report.functions, key=_rank)
    names = Counter(function.pair.name for function in functions)
    brief = [function for function in functions if is_brief(function)]
    columns = columns_for(functions, page)
    for function in functions:
        if not is_brief(function):
            yield list(function_lines(function, page, columns))
    yield [line for one in brief for line in _brief_lines(one, names, page, columns)]
    yield [*added_lines(change.added, page), *removed_lines(change.removed, page)]
    yield list(outside_lines(change.outside, page))
    for problem in report.problems:
        yield list(problem_lines(problem, page))
    if report.runtime is not None:
        yield list(runtime_lines(report.runtime, page))
    yield list(set_aside_lines(change.set_aside, page))
    if report.functions:
        yield list(left_out_lines(change.left_out, page))


def _brief_lines(
    function: FunctionReport, names: Counter[str], page: Page, columns: Columns
) -> Iterator[Text]:
    ambiguous = names[function.pair.name] > 1
    return function_lines(function, page, columns, located=ambiguous)


def _rank(function: FunctionReport) -> tuple[bool, bool, bool, int]:
    changed = function.verdict is Verdict.CHANGED
    return (
        not (changed and is_unintended(function)),
        not changed,
        not is_breaking(function),
        _ORDER.index(function.verdict),
    )


def _header(report: Report, page: Page) -> Iterator[Text]:
    change = report.change
    sides = Text.assemble((page.safe(f"{change.old}..{change.new}"), "bold"))
    counts = Text(_counts(report, page))
    subject = _subject(report, page)
    room = page.width - sides.cell_len - counts.cell_len - 5
    if subject.cell_len > room >= _SHORTEST_SUBJECT:
        subject = page.cut(subject, room)
    if subject.cell_len <= room:
        line = sides.append("  ").append_text(subject) if subject else sides
        line.pad_right(page.width - line.cell_len - counts.cell_len)
        yield line.append_text(counts)
        return
    yield from page.wrap(sides, page.width, most=2)
    if subject:
        yield page.cut(subject)
    yield page.cut(counts)


def _subject(report: Report, page: Page) -> Text:
    """Quote the first line that was written about the change."""
    intent = report.change.intent
    if not intent.subject:
        return Text()
    # Emoji come with an invisible selector, which would be spelled out.
    line = intent.subject.replace("\ufe0f", "")
    count = len(intent.summing_up)
    more = f" and {count - 1} more" if count > 1 else ""
    return Text(f'"{page.safe(line)}"').append(more, "dim")


def _counts(report: Report, page: Page) -> str:
    """Say how many functions were looked at and why: by their own text, or by what they read."""
    kinds = Counter(_touch(function) for function in report.functions)
    words = ("edited", "moved", "affected")
    counts = ", ".join(f"{kinds[word]} {word}" for word in words if kinds[word])
    return f"{counts or 'no functions'} {page.glyphs.dot} {duration(report.seconds)}"


def _touch(function: FunctionReport) -> str:
    if function.pair.is_affected:
        return "affected"
    kinds = {cause.kind for cause in function.pair.causes}
    if CauseKind.MOVED in kinds and not kinds & {CauseKind.EDITED, CauseKind.RENAMED}:
        return "moved"
    return "edited"


def duration(seconds: float) -> str:
    """Return a duration at the precision a person cares for."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def _ending(report: Report, page: Page, fail_on: FailOn) -> Iterator[Text]:
    """Sum up, and announce the exit status with its reason."""
    summary = Text(_summary(report, page) if report.functions else _nothing(report, page))
    if report.interrupted:
        exiting = Text.assemble((f"Exit {INTERRUPTED}", "bold red"), ": interrupted.")
    else:
        found = objections(report, fail_on)
        number = exit_status(report, fail_on)
        status = (f"Exit {number}", "bold red" if number else "bold green")
        why = ", ".join(found) if found else "nothing to object to"
        exiting = Text.assemble(status, f": {why} (--fail-on {fail_on.value}).")
    together = Text.assemble(summary, " ", exiting)
    for text in [together] if together.cell_len <= page.width else [summary, exiting]:
        yield from page.wrap(text, page.width, most=6)


def _summary(report: Report, page: Page) -> str:
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
    words = ", ".join(f"{count} {word}" for count, word in counts if count)
    return f"{words} {page.glyphs.dot} {duration(report.seconds)}."


def _nothing(report: Report, page: Page) -> str:
    """Say why there was no function to check."""
    change = report.change
    if report.runtime is not None and report.runtime.problems:
        return "Nothing could be checked: see the problems above."
    problems = len(change.problems)
    if problems and (change.added or change.removed or change.outside):
        noun = "1 problem" if problems == 1 else f"{problems} problems"
        return f"Nothing to check but {noun}: functions were only added or removed."
    if change.added or change.removed:
        return "Nothing to check: functions were only added or removed."
    if change.outside:
        return "Nothing to check: what differs is outside functions, and none of them reads it."
    if change.problems:
        return "Nothing could be checked: see the problems above."
    if change.files:
        files = (
            "1 Python file differs" if change.files == 1 else f"{change.files} Python files differ"
        )
        return f"Nothing to check: {files}, but no function does or reads what differs."
    if change.left_out:
        count = len(change.left_out)
        files = (
            "the only file that differs was"
            if count == 1
            else f"all {count} files that differ were"
        )
        why = left_out_words(change.left_out, page)
        default = any(left.is_by_default for left in change.left_out)
        hint = " Use --include PATTERN to check them." if default else ""
        return f"Nothing to check: {files} left out ({why}).{hint}"
    return "Nothing to check: no Python file differs."
