"""In which order is a report told to a person?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.text import Text

from swerve.model import CauseKind, FailOn, FunctionReport, Report

from ._function import Columns, columns_for, function_lines, is_brief
from ._listings import (
    added_lines,
    brought_lines,
    left_out_lines,
    outside_lines,
    problem_lines,
    removed_lines,
    runtime_lines,
    set_aside_lines,
)
from .page import Page
from .summary import worst_first
from .words import duration, exit_words, summary_words

#: A subject cut shorter than this says nothing.
_SHORTEST_SUBJECT = 20


def report_lines(report: Report, page: Page, fail_on: FailOn | None) -> Iterator[Text]:
    """Tell the whole report, worst first, in lines that fit the page.

    The exit status is told where there is one: with `fail_on`.
    """
    yield from _header(report, page)
    if report.interrupted:
        known = ": the results so far follow."
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
    functions = worst_first(report.functions)
    names = Counter(function.pair.name for function in functions)
    brief = [function for function in functions if is_brief(function)]
    columns = columns_for(functions, page)
    for brought in change.brought:
        yield list(brought_lines(brought, page))
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


def _ending(report: Report, page: Page, fail_on: FailOn | None) -> Iterator[Text]:
    """Sum up, and announce the exit status with its reason."""
    told = page.safe(summary_words(report))
    took = f" {page.glyphs.dot} {duration(report.seconds)}." if report.functions else ""
    summary = Text(f"{told}{took}")
    if fail_on is None:
        yield from page.wrap(summary, page.width, most=6)
        return
    number, why = exit_words(report, fail_on)
    status = (f"Exit {number}", "bold red" if number else "bold green")
    exiting = Text.assemble(status, f": {why}.")
    together = Text.assemble(summary, " ", exiting)
    for text in [together] if together.cell_len <= page.width else [summary, exiting]:
        yield from page.wrap(text, page.width, most=6)
