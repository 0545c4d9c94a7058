"""What does the browser get to know about one change?

Plain data, ready to be drawn. A function is brief, which is what lists and filters need, and has
its `detail` apart, which is built into the page when somebody opens it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from swerve.model import DifferenceKind, is_public
from swerve.tell._alignment import differing_spans
from swerve.tell._small_diff import effect_at
from swerve.tell.again import test_command
from swerve.tell.words import DIFFERS_AT
from swerve.witness.objects import witness_from_object

from ..words import degree_words
from ._code import code_data, in_utf16, reach_of, states_of
from ._entry import Entry, ReportObject, title_of

_WHERE = {kind.value: words for kind, words in DIFFERS_AT.items()}
#: What is searched in a brief function, and what its line in the list shows of a value.
_MOST_WORDS, _MOST_GIST = 600, 160
#: Stands where a version left nothing.
_NOTHING = "(missing)"


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return all that a page shows of a change."""
    report = entry.report
    return {
        **_change_data(entry),
        "words": report["intent"]["words"],
        "added": report["added"],
        "removed": report["removed"],
        "outside": report["outside"],
        "problems": report["problems"],
        "brought": report.get("brought", []),
        "leftOut": report["left_out"],
        "setAside": report["set_aside"],
        "runtime": report["runtime"],
        "functions": [_function_data(report, function) for function in report["functions"]],
    }


def brief_data(entry: Entry) -> dict[str, Any]:
    """Return what lists and filters need of a change: nothing of its code and its witnesses."""
    functions = entry.report["functions"]
    return {
        **_change_data(entry),
        "problems": len(entry.report["problems"]),
        "functions": [{**_brief(each), "words": _words(each)} for each in functions],
    }


def _change_data(entry: Entry) -> dict[str, Any]:
    report = entry.report
    return {
        "title": title_of(entry),
        "when": entry.when,
        "old": report["old"],
        "new": report["new"],
        "files": report["files"],
        "seconds": report["summary"]["seconds"],
        "breaking": report["summary"]["breaking"],
        "interrupted": report["interrupted"],
    }


def _words(function: ReportObject) -> str:
    """What free text is looked for in, besides name, file and reason."""
    said = [
        text
        for witness in function["witnesses"]
        for text in (witness.get("id", ""), witness["call"], witness["old"], witness["new"])
    ]
    return " ".join(said)[:_MOST_WORDS]


def _brief(function: ReportObject) -> dict[str, Any]:
    counted = [witness for witness in function["witnesses"] if not witness.get("rule")]
    states = states_of(function, function["evidence"])
    return {
        "id": function["id"],
        "name": function["name"],
        "file": function["file"],
        "line": function["lines"]["new"][0],
        "verdict": function["verdict"],
        "reason": function["reason"],
        "seconds": function["seconds"],
        "judgements": _each_once(map(_judged, counted)),
        "realisms": _each_once(witness["realism"] for witness in counted),
        "engines": _engines(function),
        "breaking": any(each["breaking"] for each in function["interface"]),
        #: Changed lines that ran, and those that could have.
        "reach": reach_of([*states[0], *states[1]]),
        "gist": _gist(counted),
    }


def _function_data(report: ReportObject, function: ReportObject) -> dict[str, Any]:
    witnesses = function["witnesses"]
    states = states_of(function, function["evidence"])
    return {
        **_brief(function),
        "detail": {
            "was": _was(function),
            "advice": function.get("advice", ""),
            "isPublic": is_public(function["old_name"]),
            "causes": [cause["words"] for cause in function["causes"]],
            "renamings": function["renamings"],
            "interface": function["interface"],
            "witnesses": [_witness_data(witness) for witness in witnesses],
            "evidence": [_evidence_data(function, each) for each in function["evidence"]],
            "code": code_data(function, states),
            "writeTest": _test_command(report, function) if witnesses else "",
        },
    }


def _each_once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _engines(function: ReportObject) -> list[str]:
    """Who found the witnesses; else who ran code; else who had the last word."""
    evidence = function["evidence"]
    found = [witness["engine"] for witness in function["witnesses"]]
    ran = [each["engine"] for each in evidence if each["runs"]]
    return _each_once(found or ran or [each["engine"] for each in evidence[-1:]])


def _gist(witnesses: list[dict[str, Any]]) -> list[str]:
    if not witnesses:
        return []
    first = witnesses[0]
    return [" ".join(first[side][:_MOST_GIST].split()) for side in ("old", "new")]


def _was(function: ReportObject) -> str:
    """Its name and file before, where they are others now."""
    if (function["old_name"], function["old_file"]) == (function["name"], function["file"]):
        return ""
    return f"{function['old_name']} in {function['old_file']}:{function['lines']['old'][0]}"


def _witness_data(witness: dict[str, Any]) -> dict[str, Any]:
    old, new = witness["old"], witness["new"]
    spans = ([], []) if old == new else differing_spans(old, new)
    kind = witness["kind"]
    return {
        "id": witness.get("id", ""),
        "engine": witness["engine"],
        "realism": witness["realism"],
        "where": witness.get("place") or witness.get("path", ""),
        "kind": _WHERE.get(kind, kind),
        #: A default differs in the code: no call of it was made.
        "isCall": kind != DifferenceKind.DEFAULT.value,
        "call": witness["call"],
        "python": witness["python"],
        "test": witness["test"],
        "given": witness["given"],
        "old": old,
        "new": new,
        "spans": [in_utf16(old, spans[0]), in_utf16(new, spans[1])],
        "effects": _effects_data(witness),
        "because": witness["because"],
        "words": witness_from_object(witness).words,
        "judgement": witness["judgement"] or "",
        "judged": degree_words(witness["judgement"], witness.get("confidence", "")),
        "why": witness["why"] or "",
        "claim": witness.get("claim", ""),
        "rule": witness["rule"] or "",
        "replay": _replay_command(witness),
    }


def _judged(witness: dict[str, Any]) -> str:
    """A judgement to choose by: what is only possibly not meant is unclear."""
    is_guess = witness["judgement"] == "unintended" and witness.get("confidence") == "low"
    return "unclear" if is_guess else witness["judgement"] or "not judged"


def _effects_data(witness: dict[str, Any]) -> list[dict[str, Any]]:
    first = effect_at(witness_from_object(witness))
    found = []
    for each in witness.get("effects", ()):
        old, new = (_NOTHING if each[side] is None else each[side] for side in ("old", "new"))
        spans = ([], []) if old == new else differing_spans(old, new)
        found.append(
            {
                "place": each["place"],
                "old": old,
                "new": new,
                "isFirst": first is not None and each["place"] == first.place,
                "spans": [in_utf16(old, spans[0]), in_utf16(new, spans[1])],
            }
        )
    return found


def _test_command(report: ReportObject, function: ReportObject) -> str:
    return test_command(report["old"], report["new"], function["file"])


def _replay_command(witness: dict[str, Any]) -> str:
    """The command that shows it again: that of the report, else by the id that it is kept under.

    None where the code says it, or where the call needs what its test sets up.
    """
    needs_test = witness["test"] and not witness["python"]
    if witness["replay"] or witness["kind"] == DifferenceKind.DEFAULT.value or needs_test:
        return witness["replay"] or ""
    return f"swerve replay {witness['id']}" if witness.get("id") else ""


def _evidence_data(function: ReportObject, evidence: dict[str, Any]) -> dict[str, Any]:
    return {
        "engine": evidence["engine"],
        "runs": evidence["runs"],
        "reach": [reach_of(side) for side in states_of(function, [evidence])],
        "note": evidence["note"],
    }
