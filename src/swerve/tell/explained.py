"""How is all that is known about one witness told to a person?"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from swerve.model import CauseKind, Evidence, Function, FunctionReport, LineNo, Witness
from swerve.model.plurals import counted

from ._alignment import differing_spans
from ._function import cause_label, judgement_text, opening_lines
from ._reach import IDLE, RAN, line_states
from ._side_by_side import difference_lines, highlighted
from .again import test_command, why_not_again
from .page import Page
from .words import because_words, differs_at, found_by

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
    if witness.test not in ("", witness.call):
        yield from page.labelled("seen in", witness.test)
    label = "given"
    for each in witness.given:
        yield from page.labelled(label, f"{each.path} = {each.value}", _MOST_LINES)
        label = ""


def _values(witness: Witness, page: Page) -> Iterator[Text]:
    old, new = highlighted(page.paragraph(witness.old), page.paragraph(witness.new))
    yield from page.labelled("old", old, _MOST_LINES)
    yield from page.labelled("new", new, _MOST_LINES)
    if witness.old != witness.new:
        where = f"{differs_at(witness)}{_first_difference(witness)}"
        yield from page.labelled("differs at", where)


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
    if because := because_words(witness, function.pair):
        yield from page.labelled("because", because, _MOST_LINES)
    yield from page.labelled("found by", found_by(witness, function))
    others = [each for each in function.evidence if each.engine != witness.engine]
    for evidence in others:
        yield from page.labelled("tried", _tried(evidence), _MOST_LINES)
    pair = function.pair
    if any(each.runs for each in function.evidence):
        ran_old = {line for each in function.evidence for line in each.lines_old}
        ran_new = {line for each in function.evidence for line in each.lines_new}
        told = (*_reached("old", pair.old, ran_old), *_reached("new", pair.new, ran_new))
        if told:
            yield from page.labelled("ran", "; ".join(told), _MOST_LINES)
    for cause in pair.causes:
        if cause.kind is CauseKind.EDITED:
            continue
        yield from page.labelled(cause_label(pair), cause.words)
    if witness.rule:
        yield from page.labelled("set aside", f"{witness.rule}: {witness.why or ''}")
    elif witness.judgement:
        yield from page.labelled("intent", judgement_text(witness, page), _MOST_LINES)
    else:
        yield from page.labelled("intent", "not judged")
    if witness.claim:
        yield from page.labelled("claim", witness.claim, _MOST_LINES)


def _tried(evidence: Evidence) -> str:
    runs = f", {counted(evidence.runs, 'run')}" if evidence.runs else ""
    note = f": {evidence.note}" if evidence.note else ""
    return f"{evidence.engine}{runs}{note}"


def _reached(side: str, function: Function, ran: set[LineNo]) -> Iterator[str]:
    """Which of the lines that differ ran on a side, whoever ran them; of those that can run."""
    changed = frozenset(function.changed_lines)
    states = line_states(function.source, function.first_line, changed, ran)
    could = len(states) - states.count(IDLE)
    seen = [str(line) for line, state in enumerate(states, function.first_line) if state == RAN]
    if could:
        named = f": {', '.join(seen)}" if seen else ""
        yield f"{len(seen) or 'none'} of {counted(could, 'changed line')} of {side}{named}"


def _commands(
    name: str, sides: tuple[str, str], function: FunctionReport, witness: Witness, page: Page
) -> Iterator[Text]:
    if witness.replay:
        yield from page.labelled("again", f"swerve replay {name}")
    command = test_command(*sides, function.pair.new.module.path)
    if command and witness.replay and not witness.script:
        yield from page.labelled("as a test", command)
    if not witness.replay:
        yield from page.labelled("again", why_not_again(witness))
