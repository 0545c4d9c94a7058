"""How is a report told to code scanning? SARIF 2.1.0, within the limits that GitHub sets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

from swerve.model import (
    Brought,
    BroughtKind,
    DifferenceKind,
    FailOn,
    FunctionReport,
    InterfaceDifference,
    LineNo,
    Listed,
    Report,
    Verdict,
    Witness,
    is_public,
)
from swerve.model.plurals import counted
from swerve.witness.ids import witness_id
from swerve.worker.version import __version__

from .exit import outside_objected_to
from .printable import printable
from .summary import is_not_meant, worst_first
from .words import (
    DIFFERS_AT,
    differs_at,
    exit_words,
    judgement_words,
    labelled_source,
    line_to_show,
    outside_words,
    reason_words,
)

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
#: GitHub takes no more of a run.
_MOST_RESULTS = 5_000
#: Characters of a message, and of each value in it.
_LONGEST_MESSAGE, _LONGEST_VALUE = 4_000, 1_000
_MOST_NOTIFICATIONS = 500
_LEVELS = ("error", "warning", "note")
_BREAKING, _REMOVED = "interface/breaking", "interface/removed"

#: Rule -> what it is called, in a sentence, and what to do about a result.
_RULES: dict[str, tuple[str, str]] = {
    **{
        f"behaviour/{kind.value}": (
            f"Behaviour changed: {DIFFERS_AT[kind]}",
            f"There is a call on which the old and the new version differ: {DIFFERS_AT[kind]}.",
        )
        for kind in DifferenceKind
    },
    _BREAKING: (
        "Interface no longer accepts every call",
        "A call that the old version accepts is refused by the new one, or means something else.",
    ),
    _REMOVED: ("Public function removed", "A public function of the old version is gone."),
    **{
        f"brought/{kind.value}": (
            f"Change affects its own check: {kind.value}",
            "Settings and contracts that come with a change apply to it only with "
            "`--trust-change`.",
        )
        for kind in BroughtKind
    },
}
_HELP = (
    "If this is intended, say so in the message of the commit or pull request, or with "
    "`swerve approve`, which writes a contract. If it is not, `swerve replay ID` replays it, "
    "`swerve explain ID` shows everything known about it, and `--write-tests` turns it into a "
    "test. The id of the witness is in the message."
)


def render_sarif(report: Report, fail_on: FailOn) -> str:
    """The report as one run of SARIF: one result a witness, a break or a removal, worst first."""
    results = sorted(_results(report), key=lambda each: _LEVELS.index(str(each["level"])))
    status, why = exit_words(report, fail_on)
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The top of the repository."}}},
        "invocations": [
            {
                "executionSuccessful": not report.interrupted,
                "exitCode": status,
                "exitCodeDescription": why,
                "toolExecutionNotifications": _notifications(report, len(results)),
            }
        ],
        "results": results[:_MOST_RESULTS],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, allow_nan=False) + "\n"


def _driver() -> dict[str, object]:
    return {
        "name": "swerve",
        "version": __version__,
        "rules": [
            {
                "id": name,
                "name": "".join(part.title() for part in name.split("/")),
                "shortDescription": {"text": short},
                "fullDescription": {"text": full},
                "help": {"text": f"{full} {_HELP}", "markdown": f"{full}\n\n{_HELP}"},
                "defaultConfiguration": {"level": "warning"},
                "properties": {"tags": [name.partition("/")[0]], "precision": "high"},
            }
            for name, (short, full) in _RULES.items()
        ],
    }


def _results(report: Report) -> Iterator[dict[str, object]]:
    for function in worst_first(report.functions):
        told: Counter[str] = Counter()
        for witness in function.witnesses:
            rule = f"behaviour/{witness.kind.value}"
            told[rule] += 1
            yield _witness_result(function, witness, rule, told[rule])
        if function.verdict is Verdict.CHANGED and not function.witnesses:
            yield _reason_result(function)
        for difference in function.interface:
            if difference.breaking:
                told[_BREAKING] += 1
                yield _breaking_result(function, difference, told[_BREAKING])
    for listed in report.change.removed:
        if listed.public:
            yield _removed_result(listed)
    for brought in report.change.brought:
        yield _brought_result(brought)


def _witness_result(
    function: FunctionReport, witness: Witness, rule: str, number: int
) -> dict[str, Any]:
    name = witness_id(function.pair, witness)
    judged = f"{judgement_words(witness)}\n" if witness.judgement else ""
    claim = f"claim: {witness.claim}\n" if witness.claim else ""
    message = (
        f"`{function.pair.name}` differs at: {differs_at(witness)}.\n{judged}{claim}"
        f"call: {_value(witness.call)}\nold: {_value(witness.old)}\nnew: {_value(witness.new)}\n"
        f"{': '.join(labelled_source(witness, function))}\n"
        f"more: swerve explain {name}"
    )
    is_set_aside = bool(witness.rule) or witness.judgement == "intended"
    level = "error" if is_not_meant(witness) else "warning"
    result = _of_function(function, rule, "note" if is_set_aside else level, message, number)
    result["partialFingerprints"]["swerveWitness/v1"] = name
    return {
        **result,
        "properties": {
            "witness": name,
            "engine": _text(witness.engine),
            "realism": witness.realism.value,
            "judgement": witness.judgement,
            "confidence": witness.confidence,
            "call": _value(witness.call),
            "old": _value(witness.old),
            "new": _value(witness.new),
        },
    }


def _reason_result(function: FunctionReport) -> dict[str, object]:
    rule = f"behaviour/{DifferenceKind.RETURN.value}"
    message = f"`{function.pair.name}` changed. {function.reason}"
    return _of_function(function, rule, "warning", message, 1)


def _breaking_result(
    function: FunctionReport, difference: InterfaceDifference, number: int
) -> dict[str, object]:
    private = "" if is_public(function.pair.old.name) else " (private)"
    shown = f"\nbreaks: {_value(difference.call)}" if difference.call else ""
    message = f"`{function.pair.name}`{private} breaks callers. {difference.what}{shown}"
    return _of_function(function, _BREAKING, "note" if private else "warning", message, number)


def _removed_result(listed: Listed) -> dict[str, object]:
    message = f"`{listed.name}` was removed. It was at line {listed.line} of the old version."
    place = _location(listed.file, 1, listed.name)
    return _result(_REMOVED, "warning", message, place, f"{listed.file}::{listed.name}")


def _brought_result(brought: Brought) -> dict[str, object]:
    message = f"{brought.file}: {brought.message}. {brought.hint}".strip()
    place = _location(brought.file, 1, brought.kind.value)
    return _result(f"brought/{brought.kind.value}", "warning", message, place, brought.file)


def _of_function(
    function: FunctionReport, rule: str, level: str, message: str, number: int
) -> dict[str, Any]:
    return _result(rule, level, message, _place(function), function.pair.id, number)


def _result(
    rule: str, level: str, message: str, place: dict[str, object], about: str, number: int = 1
) -> dict[str, Any]:
    # What makes a result the same in the next run, when lines and values moved on.
    data = f"{rule}\0{about}".encode("utf-8", "surrogatepass")
    fingerprint = f"{blake2b(data, digest_size=8).hexdigest()}:{number}"
    return {
        "ruleId": rule,
        "ruleIndex": list(_RULES).index(rule),
        "level": level,
        "message": {"text": _text(message)},
        "locations": [place],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }


def _place(function: FunctionReport) -> dict[str, object]:
    pair = function.pair
    return _location(pair.new.module.path, line_to_show(function), pair.name)


def _location(file: str, line: LineNo, name: str) -> dict[str, object]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(file), "uriBaseId": _ROOT},
            "region": {"startLine": line},
        },
        "logicalLocations": [{"fullyQualifiedName": _value(name), "kind": "function"}],
    }


def _uri(file: str) -> str:
    """A path below the top of the repository, whatever a file is called."""
    parts = [part for part in file.split("/") if part not in ("", ".", "..")]
    return quote("/".join(parts).encode("utf-8", "backslashreplace"), safe="/") or "unknown"


def _notifications(report: Report, results: int) -> list[dict[str, object]]:
    """What was not decided, could not be looked into, or is left out here."""
    told: list[dict[str, object]] = []
    if results > _MOST_RESULTS:
        more = counted(results - _MOST_RESULTS, "more result")
        told.append(_notification("warning", f"{more}: --format json has all"))
    for problem in report.problems:
        place = _location(problem.file, problem.line or 1, "")
        told.append(_notification("warning", f"{problem.message} {problem.hint}", place))
    for outside in outside_objected_to(report):
        words = f"A difference outside functions: {outside_words(outside)}"
        place = _location(outside.file, outside.line, "")
        told.append(_notification("note", words, place))
    for function in report.functions:
        if function.verdict is Verdict.INCONCLUSIVE:
            words = f"`{function.pair.name}` is inconclusive: {reason_words(function)}"
            told.append(_notification("note", words, _place(function)))
    return told[:_MOST_NOTIFICATIONS]


def _notification(level: str, words: str, *places: dict[str, object]) -> dict[str, object]:
    told: dict[str, object] = {"level": level, "message": {"text": _text(words)}}
    return {**told, "locations": list(places)} if places else told


def _value(text: str) -> str:
    """A value on one line, and no longer than anybody reads."""
    shown = printable(text[: _LONGEST_VALUE + 1])
    return shown if len(shown) <= _LONGEST_VALUE else f"{shown[: _LONGEST_VALUE - 1]}…"


def _text(message: str) -> str:
    """A message in which nothing is a link, a control character or half of a character."""
    lines = (printable(line) for line in message[:_LONGEST_MESSAGE].split("\n"))
    return "\n".join(lines).replace("](", "] (")
