"""How does a notebook show a report? As a small table: no scripts, no styles of its own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from swerve.model import FunctionReport, InterfaceDifference, Report, Verdict, Witness
from swerve.witness.ids import witness_id

from .printable import printable
from .summary import summarise, worst_first
from .words import judgement_words, location, verdict_words

_MOST_FUNCTIONS = 200
_MOST_WITNESSES = 3
_MOST_GIVEN = 6
#: Characters of a value, which target code chose.
_LONGEST = 600
_COLOURS = {
    Verdict.CHANGED: "#c62828",
    Verdict.INCONCLUSIVE: "#b26a00",
    Verdict.LIKELY_PRESERVED: "#00838f",
    Verdict.PRESERVED: "#2e7d32",
}
_CELL = "text-align:left;vertical-align:top;padding:2px 8px"


def render_table(report: Report) -> str:
    """Return the report as an HTML fragment, in which nothing that code chose is markup."""
    functions = worst_first(report.functions)
    rows = [row for function in functions[:_MOST_FUNCTIONS] for row in _rows(function)]
    if len(functions) > _MOST_FUNCTIONS:
        rows.append(_wide(f"and {len(functions) - _MOST_FUNCTIONS} more"))
    rows += [_wide(_safe(f"{each.file}: {each.message}")) for each in report.change.brought]
    rows += [_wide(_safe(f"{each.file}: {each.message}")) for each in report.problems]
    title = _safe(f"{report.change.old}..{report.change.new}")
    return (
        f"<div><div><b>{title}</b> · {_counts(report)}</div>"
        f'<table style="border-collapse:collapse">{"".join(rows)}</table></div>'
    )


def _counts(report: Report) -> str:
    summary = summarise(report)
    counts = (
        (summary.changed, "changed"),
        (summary.unintended, "unintended"),
        (summary.breaking, "breaking"),
        (summary.inconclusive, "inconclusive"),
        (summary.likely_preserved, "likely preserved"),
        (summary.preserved, "preserved"),
    )
    told = ", ".join(f"{count} {word}" for count, word in counts if count) or "no functions"
    return f"{told} · {report.seconds:.1f} s" + (" · interrupted" if report.interrupted else "")


def _rows(function: FunctionReport) -> Iterator[str]:
    pair = function.pair
    cells = (
        f'<b style="color:{_COLOURS[function.verdict]}">{verdict_words(function.verdict)}</b>',
        f"<code>{_safe(pair.name)}</code>",
        f"<small>{_safe(location(pair.new))}</small>",
        _safe(function.reason),
    )
    yield _row(cells)
    for witness in function.witnesses[:_MOST_WITNESSES]:
        yield _wide(_witness(witness_id(pair, witness), witness))
    if len(function.witnesses) > _MOST_WITNESSES:
        yield _wide(f"{len(function.witnesses) - _MOST_WITNESSES} more calls differ")
    for difference in function.interface:
        yield _wide(_interface(difference))


def _witness(name: str, witness: Witness) -> str:
    parts = [
        ("call", f"<code>{_code(witness.call)}</code>"),
        ("given", "; ".join(f"<code>{_code(each)}</code>" for each in _given(witness))),
        ("old", f"<code>{_code(witness.old)}</code>"),
        ("new", f"<code>{_code(witness.new)}</code>"),
        ("because", _safe(witness.because)),
        ("intent", _safe(judgement_words(witness))),
        ("claim", _safe(witness.claim)),
    ]
    rows = "".join(_row((f"<small>{label}</small>", text)) for label, text in parts if text)
    return f"<details open><summary><code>{name}</code></summary><table>{rows}</table></details>"


def _given(witness: Witness) -> Iterator[str]:
    for each in witness.given[:_MOST_GIVEN]:
        yield f"{each.path} = {each.value}"


def _interface(difference: InterfaceDifference) -> str:
    kind = "breaking" if difference.breaking else "compatible"
    shown = f": <code>{_code(difference.call)}</code>" if difference.call else ""
    return f"interface, {kind}: {_safe(difference.what)}{shown}"


def _row(cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>"


def _wide(text: str) -> str:
    return f'<tr><td></td><td colspan="3" style="{_CELL}">{text}</td></tr>'


def _code(text: str) -> str:
    return "<br>".join(_safe(line) for line in text[:_LONGEST].split("\n")) + (
        "…" if len(text) > _LONGEST else ""
    )


def _safe(text: str) -> str:
    """Text that target code chose, as text and nothing else; `$` would be mathematics."""
    shown = printable(text[:_LONGEST])
    return escape(shown, quote=True).replace("$", "&#36;")
