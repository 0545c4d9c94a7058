"""How is all that is known about one witness told to a person?"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from swerve.model import CauseKind, Evidence, FunctionReport, LineNo, Witness
from swerve.plurals import counted
from swerve.report._again import test_command
from swerve.report._function import judgement_text, opening_lines
from swerve.report._intraline import differing_spans
from swerve.report._page import Page
from swerve.report._side_by_side import difference_lines, highlighted
from swerve.report._words import DIFFERS_AT, found_by

#: Nothing is cut that a person might want to see; a terminal is not to be flooded either.
_MOST_LINES = 400
#: Characters of what differs, where values are too long to compare by eye.
_LONGEST_SPAN = 60
_LONG = 40


def explained_lines(
    name: str, sides: tuple[str, str], subject: str, function: FunctionReport, page: Page
) -> Iterator[Text]:
    """Tell about the only witness of a function, which goes by `name`."""
    (witness,) = function.witnesses
    told = sides[0] if sides[0] == sides[1] else "..".join(sides)
    yield page.cut(Text.assemble((name, "bold"), f"  {page.safe(told)}"))
    if subject:
        yield page.cut(Text(page.safe(f'"{subject}"')))
    yield Text()
    yield from opening_lines(function, page)
    yield from _call(witness, page)
    yield from _values(witness, page)
    yield from _why(function, witness, page)
    code = list(difference_lines(function.pair, page, most=_MOST_LINES))
    if code:
        yield Text()
        yield from code
    yield Text()
    yield from _commands(name, sides, function, witness, page)


def _call(witness: Witness, page: Page) -> Iterator[Text]:
    yield from page.labelled("call", witness.call, _MOST_LINES)
    if witness.python and witness.python.strip() != witness.call.strip():
        yield from page.labelled("python", witness.python, _MOST_LINES)
    if witness.test:
        yield from page.labelled("seen in", witness.test)
    label = "made up"
    for each in witness.given:
        yield from page.labelled(label, f"{each.path} = {each.value}", _MOST_LINES)
        label = ""


def _values(witness: Witness, page: Page) -> Iterator[Text]:
    old, new = highlighted(page.paragraph(witness.old), page.paragraph(witness.new))
    yield from page.labelled("old", old, _MOST_LINES)
    yield from page.labelled("new", new, _MOST_LINES)
    where = DIFFERS_AT[witness.kind]
    if witness.old != witness.new:
        yield from page.labelled("differs at", f"{where}{_first_difference(witness)}")


def _first_difference(witness: Witness) -> str:
    """Where the values part, for those that are too long to see it."""
    if max(len(witness.old), len(witness.new)) <= _LONG:
        return ""
    old_spans, new_spans = differing_spans(witness.old, witness.new)
    if not old_spans or not new_spans or not old_spans[0][0]:
        return ""
    old, new = (
        text[start : min(end, start + _LONGEST_SPAN)] or "nothing"
        for text, (start, end) in ((witness.old, old_spans[0]), (witness.new, new_spans[0]))
    )
    return f", from character {old_spans[0][0] + 1} on: {old} became {new}"


def _why(function: FunctionReport, witness: Witness, page: Page) -> Iterator[Text]:
    if witness.because and witness.because != f"differs at `{DIFFERS_AT[witness.kind]}`":
        yield from page.labelled("because", witness.because, _MOST_LINES)
    yield from page.labelled("found by", found_by(witness, function))
    others = [each for each in function.evidence if each.engine != witness.engine]
    for evidence in others:
        yield from page.labelled("tried", _tried(evidence), _MOST_LINES)
    pair = function.pair
    ran_old = {line for each in function.evidence for line in each.lines_old}
    ran_new = {line for each in function.evidence for line in each.lines_new}
    reached = [
        _reached(side, changed, ran)
        for side, changed, ran in (
            ("old", pair.old.changed_lines, ran_old),
            ("new", pair.new.changed_lines, ran_new),
        )
        if changed
    ]
    if reached and any(each.runs for each in function.evidence):
        yield from page.labelled("ran", "; ".join(reached), _MOST_LINES)
    for cause in pair.causes:
        if cause.kind is CauseKind.EDITED:
            continue
        yield from page.labelled("cause", cause.words)
    if witness.rule:
        yield from page.labelled("set aside", f"{witness.rule}: {witness.why or ''}")
    elif witness.judgement:
        yield from page.labelled("intent", judgement_text(witness, page), _MOST_LINES)
    else:
        yield from page.labelled("intent", "nobody judged")


def _tried(evidence: Evidence) -> str:
    runs = f", {counted(evidence.runs, 'run')}" if evidence.runs else ""
    note = f": {evidence.note}" if evidence.note else ""
    return f"{evidence.engine}{runs}{note}"


def _reached(side: str, changed: tuple[LineNo, ...], ran: set[LineNo]) -> str:
    """Which of the lines that differ ran on a side, whoever ran them."""
    seen = [line for line in changed if line in ran]
    if not seen:
        return f"none of {counted(len(changed), 'changed line')} of {side}"
    named = ", ".join(map(str, seen))
    return f"{len(seen)} of {counted(len(changed), 'changed line')} of {side}: {named}"


def _commands(
    name: str, sides: tuple[str, str], function: FunctionReport, witness: Witness, page: Page
) -> Iterator[Text]:
    if witness.replay:
        yield from page.labelled("again", f"swerve replay {name}")
    command = test_command(*sides, function.pair.new.module.path)
    if command and witness.replay and not witness.script:
        yield from page.labelled("as a test", command)
    if not witness.replay:
        yield from page.labelled("again", "there is no call to make: the code says it")
