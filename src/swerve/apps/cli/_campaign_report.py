"""How is a campaign told: how far it is, and what it found?"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from swerve.apps.campaign import Campaign, Outline, Status, Unit
from swerve.model.plain import plain
from swerve.tell import console_for
from swerve.tell.page import Page, page_for

if TYPE_CHECKING:
    from swerve.apps.campaign import Store

_SCHEMA = "swerve-campaign/1"
_RESULT_SCHEMA = "swerve-campaign-result/1"
_COUNTED = (
    *(("changed", "changed"), ("unintended", "unintended"), ("breaking", "breaking")),
    *(("inconclusive", "inconclusive"), ("likely_preserved", "likely preserved")),
    ("preserved", "preserved"),
)
#: Columns of counts and their heads. Those of what is preserved would leave a narrow page no room
#: for titles.
_COLUMNS = (("changed", "changed"), ("unintended", "unintended"), ("inconclusive", "open"))
_WIDE_COLUMNS = (("likely_preserved", "likely"), ("preserved", "preserved"))
_WIDE = 100
_LOG_LINES = 20


def list_campaigns(store: Store, stream: TextIO, *, as_json: bool) -> None:
    """Tell of every campaign of a store."""
    found = [(each, store.status(each.number)) for each in store.campaigns()]
    if as_json:
        objects = [_campaign_object(each, status) for each, status in found]
        _dump({"schema": _SCHEMA, "campaigns": objects}, stream)
        return
    _write(
        stream,
        (f"{each.name}  {_progress_text(status)}  {each.source}" for each, status in found),
    )


def tell_status(
    store: Store, campaign: Campaign, stream: TextIO, *, as_json: bool, shows_logs: bool
) -> None:
    """Tell how far a campaign is, and what became of what was set aside."""
    aside = list(store.units(campaign.number, "set-aside"))
    if as_json:
        units = [{**unit_object(each.unit), "attempts": each.attempts} for each in aside]
        _dump({**_found_object(store, campaign), "set_aside": units}, stream)
        return
    tell_outcome(store, campaign, stream)
    for each in aside:
        tries = list(store.attempts(campaign.number, each.unit.id))
        _write(stream, ["", f"set aside  {_unit_text(each.unit)}"])
        endings = ((each.attempt, each.outcome or "unfinished", each.why) for each in tries)
        _write(stream, (f"    try {number}  {how}: {why}" for number, how, why in endings))
        if shows_logs and tries:
            log = tries[-1].log.splitlines()[-_LOG_LINES:]
            _write(stream, (f"    | {line}" for line in log))


def tell_outcome(store: Store, campaign: Campaign, stream: TextIO) -> None:
    """Tell in a few lines what a campaign came to."""
    _write(stream, _head(store, campaign, _page(stream)))


def tell_as_text(store: Store, campaign: Campaign, stream: TextIO, *, lists_all: bool) -> None:
    """Tell what a campaign found, a line for each change that does not preserve all."""
    tell_outcome(store, campaign, stream)
    outlines = list(store.outlines(campaign.number))
    shown = [each for each in outlines if lists_all or _is_worth_a_line(each)]
    if shown:
        _write(stream, ["", *_table(shown, _page(stream))])
    passed = sum(each.state == "done" for each in outlines) - sum(
        each.state == "done" for each in shown
    )
    if passed:
        noun = "change preserves" if passed == 1 else "changes preserve"
        _write(stream, ["", f"{passed} other {noun} all behaviour that was checked"])


def tell_as_json(store: Store, campaign: Campaign, stream: TextIO) -> None:
    """Tell what a campaign found as one JSON object, with the counts of each change."""
    units = [_outline_object(each) for each in store.outlines(campaign.number)]
    _dump({**_found_object(store, campaign), "units": units}, stream)


def tell_as_html(store: Store, campaign: Campaign, stream: TextIO) -> None:
    """Tell everything a campaign found as one page."""
    from swerve.tell.pages import Entry, render_page  # takes a while to load

    entries = [
        Entry(result.unit.title, _when(result.finished_at), result.report)
        for result in store.results(campaign.number)
    ]
    stream.write(render_page(entries))


def export_results(store: Store, campaign: Campaign, stream: TextIO, after: int | None) -> None:
    """Write results as JSON Lines."""
    for result in store.results(campaign.number, after=after):
        line = {
            "schema": _RESULT_SCHEMA,
            "number": result.number,
            "campaign": campaign.name,
            "unit": unit_object(result.unit),
            "finished_at": result.finished_at,
            "seconds": round(result.seconds, 3),
            "report": result.report,
        }
        stream.write(json.dumps(line) + "\n")


def unit_object(unit: Unit) -> dict[str, object]:
    """A unit as plain data, without what all units of a campaign share."""
    return {
        **plain(unit, "id", "repository", "old", "new", "title"),
        "pull_request": unit.pull_request is not None,
    }


def _found_object(store: Store, campaign: Campaign) -> dict[str, object]:
    """How far a campaign is, and what it found all together."""
    value = _campaign_object(campaign, store.status(campaign.number))
    return {"schema": _SCHEMA, **value, "totals": store.totals(campaign.number)}


def _campaign_object(campaign: Campaign, status: Status) -> dict[str, object]:
    return {
        **plain(campaign, "name", "number", "source", "version", "created_at"),
        "deadline_seconds": campaign.deadline_s,
        "effort": campaign.settings.effort.value,
        "states": dict(status.counts),
        "seconds": round(status.seconds, 3),
        **plain(status, "is_finished", "claimed_on"),
    }


def _outline_object(outline: Outline) -> dict[str, object]:
    return {
        **unit_object(outline.unit),
        **plain(outline, "state", "attempts"),
        "why": outline.why or None,
        **plain(outline, "result", "finished_at"),
        "seconds": None if outline.seconds is None else round(outline.seconds, 3),
        "summary": None if outline.result is None else dict(outline.counts),
    }


def _head(store: Store, campaign: Campaign, page: Page) -> Iterator[str]:
    dot = page.glyphs.dot
    status, totals = store.status(campaign.number), store.totals(campaign.number)
    yield f"{campaign.name}  {campaign.source}"
    yield f"    changes    {_progress_text(status, f' {dot} ')}"
    counts = [f"{totals[key]} {words}" for key, words in _COUNTED if totals[key]]
    yield f"    functions  {f' {dot} '.join(counts) or 'none checked yet'}"
    yield f"    time       {_span_text(status.seconds)} {dot} {_work_text(campaign, status)}"


def _progress_text(status: Status, between: str = ", ") -> str:
    others = [
        f"{count} {state.replace('-', ' ')}"
        for state, count in status.counts.items()
        if count and state != "done"
    ]
    return between.join([f"{status.counts['done']} of {status.total} done", *others])


def _work_text(campaign: Campaign, status: Status) -> str:
    if status.claimed_on is not None:
        return f"a client on {status.claimed_on} is working on it"
    if status.is_finished:
        return "finished"
    return f"`swerve campaign resume {shlex.quote(campaign.name)}` continues it"


def _is_worth_a_line(outline: Outline) -> bool:
    if outline.state != "done":
        return outline.state == "set-aside"
    return any(outline.counts[key] for key in ("changed", "inconclusive", "breaking", "problems"))


def _table(outlines: Sequence[Outline], page: Page) -> Iterator[str]:
    columns = list(_COLUMNS)
    for key in ("breaking", "problems"):  # most have none
        if any(each.counts[key] for each in outlines):
            columns.append((key, key))
    if page.width >= _WIDE:
        columns += _WIDE_COLUMNS
    heads = "".join(f"  {head}" for _, head in columns)
    yield f"   {'change':<10}{heads}     time  title"
    for each in outlines:
        lead = f"{_mark(each, page):<2} {each.unit.new[:10]:<10}"
        if each.result is None:
            yield f"{lead}  {each.state.replace('-', ' ')}: {each.why or 'not tried'}"
            continue
        counts = "".join(f"  {each.counts[key]:>{len(head)}}" for key, head in columns)
        yield f"{lead}{counts}  {each.seconds or 0:>5.1f} s  {each.unit.title}"


def _mark(outline: Outline, page: Page) -> str:
    counts, glyphs = outline.counts, page.glyphs
    if outline.result is None:
        return "!" if outline.state == "set-aside" else ""
    if counts["changed"] or counts["breaking"]:
        return glyphs.changed
    if counts["inconclusive"] or counts["problems"]:
        return glyphs.inconclusive
    return glyphs.likely_preserved if counts["likely_preserved"] else glyphs.preserved


def _unit_text(unit: Unit) -> str:
    return f"{unit.old[:10] or 'empty tree'}..{unit.new[:10]}  {unit.title}"


def _span_text(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def _page(stream: TextIO) -> Page:
    console = console_for(stream)
    return page_for(console.width, console.encoding)


def _write(stream: TextIO, lines: Iterable[str]) -> None:
    """Write lines that may hold what nobody vouched for, cut to the page."""
    page = _page(stream)
    for line in lines:
        stream.write(page.cut(Text(page.safe(line))).plain.rstrip() + "\n")


def _dump(value: object, stream: TextIO) -> None:
    stream.write(json.dumps(value, indent=2) + "\n")
