"""How is a report told in a comment on a pull request? Short, folded, worst first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from swerve.model import Brought, FailOn, FunctionReport, Report, Verdict, Witness, is_public
from swerve.model.plurals import counted
from swerve.witness.ids import witness_id

from ._small_diff import small_diff
from .exit import outside_objected_to
from .printable import fenced, html_code, printable, shortened
from .summary import is_breaking, is_unintended, worst_first
from .words import (
    differs_at,
    duration,
    exit_words,
    found_by,
    judgement_words,
    location,
    outside_words,
    reason_words,
    summary_words,
    verdict_words,
)

#: The first line of every comment: who updates one in place looks for it.
MARKER = "<!-- swerve: report -->"
#: GitHub takes 65,536 characters; counted in bytes, which are never fewer.
_MOST_BYTES = 60_000
_MOST_WITNESSES = 3
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_MOST_LISTED = 50
_MOST_BROUGHT = 10
#: Characters of a value, a name or a path, and lines of a call.
_LONGEST, _LONGEST_NAME, _MOST_LINES = 1_000, 200, 20


def render_markdown(report: Report, fail_on: FailOn) -> str:
    """A comment that GitHub and GitLab take, whatever the code and its values hold."""
    status, why = exit_words(report, fail_on)
    glyph = "✗" if status else "✓"
    change = report.change
    sides = shortened(f"{change.old}..{change.new}", _LONGEST_NAME)
    head = [
        MARKER,
        f"<h3>{glyph} swerve: {_plain(summary_words(report))}</h3>",
        f"<p>{html_code(sides)} · {duration(report.seconds)} · exit {status}: {_plain(why)}</p>",
    ]
    head += [_brought(each) for each in change.brought[:_MOST_BROUGHT]]
    return _fitted("\n".join(head), [*_sections(report), *_how_to_see(report)])


def _brought(brought: Brought) -> str:
    """Never folded: it says whose word the rest is taken at."""
    told = _plain(shortened(f"{brought.message}. {brought.hint}".strip(), _LONGEST))
    return f"<p>⚠ {html_code(shortened(brought.file, _LONGEST_NAME))}: {told}</p>"


def _fitted(head: str, sections: list[str]) -> str:
    """The sections that there is room for; the rest is counted."""
    kept, left = [head], 0
    room = _MOST_BYTES - _size(head)
    for section in sections:
        size = _size(section) + 2
        if size > room:  # one that is large takes no room from others
            left += 1
            continue
        room -= size
        kept.append(section)
    if left:
        more = counted(left, "more section")
        kept.append(f"{more} did not fit here: <code>--format html</code> shows all.")
    return "\n\n".join(kept) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _sections(report: Report) -> Iterator[str]:
    functions = worst_first(report.functions)
    loud = [each for each in functions if _is_loud(each)]
    others = [each for each in functions if not _is_loud(each)]
    for index, function in enumerate(loud):
        yield _function(function, is_open=not index)
    removed = [f"{each.name}  {each.file}" for each in report.change.removed if each.public]
    yield from _folded("✗ public functions removed", removed)
    undecided = [each for each in others if each.verdict is Verdict.INCONCLUSIVE]
    yield from _list("? inconclusive", undecided)
    kept = [each for each in others if each.verdict is not Verdict.INCONCLUSIVE]
    yield from _list("✓ preserved or likely preserved", kept)
    problems = [
        f"{each.file}{f':{each.line}' if each.line else ''}: {each.message}"
        for each in report.problems
    ]
    yield from _folded("! problems", problems)
    outside = [
        f"{each.file}:{each.line}: {outside_words(each)}" for each in outside_objected_to(report)
    ]
    yield from _folded("* differences outside functions", outside)


def _is_loud(function: FunctionReport) -> bool:
    return function.verdict is Verdict.CHANGED or is_breaking(function)


def _function(function: FunctionReport, *, is_open: bool) -> str:
    pair = function.pair
    words = [verdict_words(function.verdict)] if function.verdict is Verdict.CHANGED else []
    if is_unintended(function):
        words = ["unintended change"]
    if is_breaking(function):
        words.append("breaking" if is_public(pair.old.name) else "breaking (private)")
    name = html_code(shortened(pair.name, _LONGEST_NAME))
    place = html_code(shortened(location(pair.new), _LONGEST_NAME))
    summary = f"✗ <b>{', '.join(words)}</b> {name} · {place}"
    body = [_witness(function, each) for each in function.witnesses[:_MOST_WITNESSES]]
    if more := len(function.witnesses) - len(body):
        body.append(f"{counted(more, 'more call')} differ{'s' if more == 1 else ''}.")
    breaks = [
        f"{each.what}; breaks {each.call}" if each.call else each.what
        for each in function.interface
        if each.breaking
    ]
    if breaks:
        body.append(fenced("\n".join(shortened(each, _LONGEST) for each in breaks)))
    if not body:
        body.append(fenced(shortened(reason_words(function), _LONGEST)))
    opening = "<details open>" if is_open else "<details>"
    told = "\n\n".join(body)
    return f"{opening}<summary>{summary}</summary>\n\n{told}\n\n</details>"


def _witness(function: FunctionReport, witness: Witness) -> str:
    """The call, then old and new as a diff, then why; all of it in one block of code."""
    call = shortened(witness.call, 4 * _LONGEST).strip("\n").split("\n")
    more = [f"  … {counted(len(call) - _MOST_LINES, 'more line')}"] * (len(call) > _MOST_LINES)
    made_up = "; ".join(f"{each.path} = {each.value}" for each in witness.given)
    notes = (
        f"given: {made_up}" if made_up else "",
        f"differs at: {differs_at(witness)} ({found_by(witness, function)})",
        judgement_words(witness),
        f"claim: {witness.claim}" if witness.claim else "",
        f"swerve explain {witness_id(function.pair, witness)}",
    )
    lines = [
        *(f"  {line}" for line in call[:_MOST_LINES]),
        *more,
        *_both(witness),
        *(f"# {shortened(' '.join(note.split()), _LONGEST)}" for note in notes if note),
    ]
    return fenced("\n".join(lines), "diff")


def _both(witness: Witness) -> list[str]:
    """What the two versions did: the lines that differ, or all of it."""
    lines = shortened("\n".join(small_diff(witness)), _LONGEST)
    if lines:
        return lines.split("\n")
    return [*_signed("-", witness.old), *_signed("+", witness.new)]


def _signed(sign: str, value: str) -> Iterator[str]:
    for line in shortened(value, _LONGEST).split("\n"):
        yield f"{sign} {line}"


def _how_to_see(report: Report) -> Iterator[str]:
    """Where the ids of witnesses work: a comment is read on other machines than it was made on."""
    change = report.change
    if any(each.witnesses for each in report.functions):
        is_here = _COMMIT.fullmatch(change.old) and _COMMIT.fullmatch(change.new)
        check = f"swerve check {change.old}..{change.new}" if is_here else "swerve check"
        explain = "<code>swerve explain ID</code>"
        yield f"<sub>After {html_code(check)} on your machine, {explain} shows the details.</sub>"


def _list(title: str, functions: Iterable[FunctionReport]) -> Iterator[str]:
    lines = [
        f"{each.pair.name}  {location(each.pair.new)}: {reason_words(each)}" for each in functions
    ]
    yield from _folded(title, lines)


def _folded(title: str, lines: list[str]) -> Iterator[str]:
    """Lines behind a title, one each; nothing where there are none."""
    if not lines:
        return
    shown = [shortened(" ".join(line.split()), 2 * _LONGEST_NAME) for line in lines[:_MOST_LISTED]]
    if len(lines) > _MOST_LISTED:
        shown.append(f"and {len(lines) - _MOST_LISTED} more")
    block = fenced("\n".join(shown))
    yield f"<details><summary>{title} ({len(lines)})</summary>\n\n{block}\n\n</details>"


def _plain(text: str) -> str:
    """Words of ours, which may quote a pattern of the user: nobody is mentioned in code."""
    return html_code(text) if any(mark in text for mark in "@#/") else escape(printable(text))
