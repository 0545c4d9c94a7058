"""How is one function told?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from swerve.model import (
    CauseKind,
    FunctionReport,
    InterfaceDifference,
    Pair,
    Verdict,
    Witness,
    is_public,
)
from swerve.model.plurals import counted
from swerve.witness.ids import witness_id

from ._alignment import focus
from ._side_by_side import difference_lines, highlighted
from ._small_diff import small_diff
from .page import Page
from .words import degree_words, differs_at, labelled_source, location, verdict_words

_MOST_WITNESSES = 3
_MOST_GIVEN = 6
#: Lines of a call, and of a whole script.
_MOST_CALL, _MOST_SCRIPT = 6, 20
#: Narrower pages have no room for columns.
_LINED_UP = 60
#: Fewer cells than this are no place for a reason: it gets lines of its own.
_CRAMPED = 30

_STYLE = {
    Verdict.CHANGED: "bold red",
    Verdict.INCONCLUSIVE: "bold yellow",
    Verdict.LIKELY_PRESERVED: "bold cyan",
    Verdict.PRESERVED: "bold green",
}
_DIFF_STYLE = {"-": "red", "+": "green"}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where names, and what follows them, start on the lines that open a function."""

    name: int
    place: int
    #: Of functions told in one line. Long names elsewhere do not take room from their reasons.
    reason: int


def columns_for(functions: Iterable[FunctionReport], page: Page) -> Columns:
    """Line up verdicts and names over the whole report, unless the terminal is narrow."""
    functions = tuple(functions)
    if page.width < _LINED_UP:
        return Columns(0, 0, 0)
    labels = [len(verdict_words(function.verdict)) for function in functions]
    name = 2 + max(labels, default=0) + 2
    brief = filter(is_brief, functions)
    return Columns(name, name + _name_width(functions, page), name + _name_width(brief, page))


def _name_width(functions: Iterable[FunctionReport], page: Page) -> int:
    widths = (cell_len(page.safe(function.pair.name)) for function in functions)
    return min(max(widths, default=0), page.width // 3) + 2


def is_brief(report: FunctionReport) -> bool:
    """Whether one line says it all."""
    is_kept = report.verdict in (Verdict.PRESERVED, Verdict.LIKELY_PRESERVED)
    # What uses a function that changed is no news beside that.
    is_caller = report.pair.is_affected and not report.alarm
    return (is_kept or is_caller) and not report.interface and not report.witnesses


def function_lines(
    report: FunctionReport, page: Page, columns: Columns, *, located: bool = False
) -> Iterator[Text]:
    """Tell what is known about one function; `located` adds the place even to a one-line answer."""
    if is_brief(report):
        place = f"{location(report.pair.new)}  " if located else ""
        yield from _brief(report, page, columns, place)
        return
    yield from _opening(report, page, columns)
    for witness in report.witnesses[:_MOST_WITNESSES]:
        yield from _witness(witness, report, page)
    if len(report.witnesses) > _MOST_WITNESSES:
        more = len(report.witnesses) - _MOST_WITNESSES
        told = f"{counted(more, 'more call')} {'differs' if more == 1 else 'differ'}"
        yield from page.labelled("more", f"{told} (--format json has all)")
    for difference in report.interface:
        yield from page.labelled("interface", _interface(difference, report, page))
    yield from _explanation(report, page)
    if report.verdict in (Verdict.CHANGED, Verdict.INCONCLUSIVE):
        yield from difference_lines(report.pair, page)


def opening_lines(report: FunctionReport, page: Page) -> Iterator[Text]:
    """Tell of one function alone what it is called, where it is, and what became of it."""
    yield from _opening(report, page, columns_for([report], page))


def _lead(report: FunctionReport, page: Page, columns: Columns) -> Text:
    glyph: str = getattr(page.glyphs, report.verdict.name.lower())
    lead = Text.assemble((f"{glyph} {verdict_words(report.verdict)}", _STYLE[report.verdict]))
    lead.pad_right(max(2, columns.name - lead.cell_len))
    return lead.append(page.safe(report.pair.name), "bold")


def _opening(report: FunctionReport, page: Page, columns: Columns) -> Iterator[Text]:
    lead = _lead(report, page, columns)
    place = Text(page.safe(location(report.pair.new)), "cyan")
    for column in (max(columns.place, lead.cell_len + 2), lead.cell_len + 2):
        if column + place.cell_len <= page.width:
            lead.pad_right(column - lead.cell_len)
            yield lead.append_text(place)
            return
    yield page.cut(lead)
    yield from page.hanging(Text(), place, page.indent, most=3)


def _brief(report: FunctionReport, page: Page, columns: Columns, place: str) -> Iterator[Text]:
    lead = _lead(report, page, columns)
    reason = Text.assemble((page.safe(place), "cyan"), page.safe(report.reason))
    column = max(columns.reason, lead.cell_len + 2)
    if page.width - column < min(_CRAMPED, reason.cell_len):
        yield page.cut(lead)
        yield from page.hanging(Text(), reason, page.indent, most=2)
    elif report.verdict is Verdict.PRESERVED:
        yield from page.hanging(lead, reason, column, most=1)
    else:
        yield from page.hanging(lead, reason, column)


def _witness(witness: Witness, report: FunctionReport, page: Page) -> Iterator[Text]:
    if witness.rule:
        told = f"{witness.rule}: {witness.why or ''} {' '.join(witness.call.split())}"
        yield from page.labelled("set aside", told, 1)
        return
    is_script = "\n" in witness.call.strip()
    yield from page.labelled("call", witness.call, _MOST_SCRIPT if is_script else _MOST_CALL)
    if witness.test not in ("", witness.call):
        yield from page.labelled("seen in", witness.test)
    if witness.given:
        yield from page.labelled("given", _given(witness))
    *above, last = _both(witness, page)
    yield from above
    where = differs_at(witness)
    note = Text(page.safe(f"differs at: {where}"), "dim")
    if witness.old == witness.new:  # a contract asked for more
        yield last
    elif last.cell_len + note.cell_len + 3 <= page.width:
        last.pad_right(page.width - last.cell_len - note.cell_len)
        yield last.append_text(note)
    else:
        yield last
        yield from page.labelled("differs at", where)
    if witness.when:
        yield from page.labelled("when", witness.when)
    yield from page.labelled(*labelled_source(witness, report))
    if witness.judgement:
        yield from page.labelled("intent", judgement_text(witness, page))
    if witness.claim:
        yield from page.labelled("claim", witness.claim)
    if witness.replay:
        yield from page.labelled("again", witness.replay)
    else:
        yield from page.labelled("more", f"swerve explain {witness_id(report.pair, witness)}")


def _both(witness: Witness, page: Page) -> Iterator[Text]:
    """What the two versions did: the lines that differ, or all of it."""
    lines = small_diff(witness)
    if lines:
        drawn = Text("\n").join(
            Text(page.safe(line), _DIFF_STYLE.get(line[:1], "")) for line in lines
        )
        yield from page.labelled("diff", drawn)
        return
    room = 4 * page.width
    old, new = focus(witness.old, witness.new, room, page.glyphs.ellipsis)
    old_text, new_text = highlighted(page.paragraph(old), page.paragraph(new))
    yield from page.labelled("old", old_text)
    yield from page.labelled("new", new_text)


def _given(witness: Witness) -> str:
    """Tell the first of the values that were made up."""
    told = "; ".join(f"{each.path} = {each.value}" for each in witness.given[:_MOST_GIVEN])
    more = len(witness.given) - _MOST_GIVEN
    return f"{told}; {more} more" if more > 0 else told


def judgement_text(witness: Witness, page: Page) -> Text:
    """Tell what a witness was judged to be, and why."""
    style = {"unintended": "bold red", "intended": "green"}.get(witness.judgement or "", "yellow")
    why = f": {page.safe(witness.why)}" if witness.why else ""
    judged = degree_words(witness.judgement, witness.confidence)
    return Text.assemble((page.safe(judged), style), why)


def _interface(difference: InterfaceDifference, report: FunctionReport, page: Page) -> Text:
    private = "" if is_public(report.pair.old.name) else " (private)"
    kind, style, effect = (
        (f"breaking{private}", "bold red", "breaks")
        if difference.breaking
        else ("compatible", "green", "allows")
    )
    shown = f"; {effect} {page.safe(difference.call)}" if difference.call else ""
    return Text.assemble((kind, style), f": {page.safe(difference.what)}{shown}")


def cause_label(pair: Pair) -> str:
    """What stands before a change elsewhere: beside an edit, nobody knows which of them it was."""
    return "also" if any(each.kind is CauseKind.EDITED for each in pair.causes) else "cause"


def _explanation(report: FunctionReport, page: Page) -> Iterator[Text]:
    """Add what the lines above did not say yet."""
    pair = report.pair
    if (pair.old.name, pair.old.module.path) != (pair.new.name, pair.new.module.path):
        yield from page.labelled("was", Text(page.safe(f"{pair.old.name}  {location(pair.old)}")))
    said = [report.reason, *(witness.words for witness in report.witnesses)]
    known = {CauseKind.EDITED, CauseKind.MOVED, CauseKind.RENAMED}
    if report.verdict is Verdict.CHANGED:
        known.add(CauseKind.BEYOND)  # a doubt, where a difference was seen, is no news
    for cause in pair.causes:
        told = cause.kind in known
        if not told and not any(cause.words in words for words in said):
            yield from page.labelled(cause_label(pair), cause.words)
    if report.reason and report.reason not in said[1:]:
        yield from page.labelled("reason", report.reason)
    if report.advice:
        yield from page.labelled("try", report.advice)
    if report.verdict is Verdict.INCONCLUSIVE:
        for evidence in report.evidence:
            if evidence.note and evidence.note not in report.reason:
                yield from page.labelled("tried", f"{evidence.engine}: {evidence.note}")
