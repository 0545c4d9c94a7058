"""What is an agent told? Little, worst first: what it wants to know more about has a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from swerve.apps.api import Checked, Explained
from swerve.apps.approve import Approved
from swerve.model import FunctionReport, Side
from swerve.model.plurals import counted
from swerve.tell.printable import printable
from swerve.tell.summary import worst_first
from swerve.tell.words import because_words, degree_words
from swerve.witness.ids import witness_id

#: Characters of an answer's text.
MOST_TEXT = 4_000
_MOST_FUNCTIONS, _MOST_WITNESSES, _MOST_LINES = 20, 3, 5
#: Characters of a value in a list, and where it is what was asked for.
_BRIEF, _FULL = 100, 1_000


def answer(text: str, data: dict[str, Any]) -> dict[str, Any]:
    """An answer as it travels to the server."""
    return {"text": cut(text, MOST_TEXT), "data": data}


def checked_answer(checked: Checked, report: Path) -> dict[str, Any]:
    """What a check found."""
    summary = checked.summary
    functions = worst_first(checked.functions)
    told = functions[:_MOST_FUNCTIONS]
    objections = checked.objections()
    data = {
        "ok": not objections and not checked.interrupted,
        "objections": list(objections),
        "old": checked.change.old,
        "new": checked.change.new,
        "counts": {
            name: getattr(summary, name)
            for name in (
                *("changed", "unintended", "breaking"),
                *("inconclusive", "likely_preserved", "preserved"),
            )
        },
        "functions": [_function(each) for each in told],
        "not_listed": len(functions) - len(told),
        "problems": [_brief(f"{each.file}: {each.message}") for each in checked.problems][
            :_MOST_LINES
        ],
        "brought": [
            _brief(f"{each.file}: {each.message}", 2 * _BRIEF)
            for each in checked.change.brought[:_MOST_LINES]
        ],
        "report": str(report),
        "seconds": round(checked.seconds, 1),
    }
    return answer("\n".join(_lines(data)), data)


def _lines(data: dict[str, Any]) -> Iterator[str]:
    counted = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in data["counts"].items() if n)
    yield f"{data['old']}..{data['new']}: {counted or 'no function changed or is affected'}."
    objections = ", ".join(data["objections"])
    yield f"Not ok: {objections}." if objections else "Ok: no objections."
    yield from (f"in this change: {line}" for line in data["brought"])
    for each in data["functions"]:
        yield f"{each['verdict']}  {each['name']}  {each['file']}:{each['line']}"
        for witness in each["witnesses"]:
            judged = degree_words(witness["judgement"], witness["confidence"])
            told = f" ({judged})" if judged else ""
            yield f"  {witness['id']}{told}: {witness['call']}"
            yield f"    old {witness['old']}"
            yield f"    new {witness['new']}"
        yield from (f"  interface, {line}" for line in each["interface"])
        if not each["witnesses"]:
            yield f"  {each['reason']}"
        if each["advice"]:
            yield f"  {each['advice']}"
    if data["not_listed"]:
        yield f"{data['not_listed']} more functions are in the report."
    yield from (f"problem: {line}" for line in data["problems"])
    yield f"All details: {data['report']}"


def _function(function: FunctionReport) -> dict[str, Any]:
    pair = function.pair
    return {
        "name": _brief(pair.name),
        "file": pair.new.module.path,
        "line": pair.new.def_line,
        "verdict": function.verdict.value,
        "reason": _brief(function.reason, 2 * _BRIEF),
        "advice": function.advice,
        "interface": [
            _brief(f"{'breaking' if each.breaking else 'compatible'}: {each.what}")
            for each in function.interface[:_MOST_LINES]
        ],
        "witnesses": [
            {
                "id": witness_id(pair, each),
                "kind": each.kind.value,
                "judgement": each.judgement,
                "confidence": each.confidence,
                "call": _brief(each.call),
                "old": _brief(each.old),
                "new": _brief(each.new),
            }
            for each in function.witnesses[:_MOST_WITNESSES]
        ],
    }


def explained_answer(explained: Explained) -> dict[str, Any]:
    """All about one witness."""
    function, witness = explained.function, explained.witness
    new = function.pair.new
    data = {
        "id": explained.id,
        "function": _brief(function.pair.name),
        "file": new.module.path,
        "line": new.def_line,
        "engine": witness.engine,
        "realism": witness.realism.value,
        "kind": witness.kind.value,
        "call": cut(witness.call, _FULL),
        "python": cut(witness.python, _FULL),
        "given": [_brief(f"{each.path} = {each.value}") for each in witness.given[:10]],
        "old": cut(witness.old, _FULL),
        "new": cut(witness.new, _FULL),
        "because": cut(because_words(witness, function.pair), _FULL),
        "judgement": witness.judgement,
        "confidence": witness.confidence,
        "why": None if witness.why is None else cut(witness.why, _FULL),
        "claim": cut(witness.claim, _FULL),
        "test": _brief(witness.test),
    }
    return answer(str(explained), data)


def written_answer(path: Path, pinned: Side) -> dict[str, Any]:
    """Where a test is."""
    other = Side.NEW if pinned is Side.OLD else Side.OLD
    data = {"path": str(path), "passes_on": pinned.value, "fails_on": other.value}
    told = f"it passes on the {pinned.value} version and fails on the {other.value} one"
    return answer(f"Wrote {path}: {told}.", data)


def approved_answer(approved: Approved) -> dict[str, Any]:
    """What was written down."""
    contract = cut("\n\n".join(approved.contracts), 2 * _FULL)
    paths = [str(file) for file in approved.files]
    left = [_brief(line) for line in approved.left[:_MOST_LINES]]
    data = {
        "paths": paths,
        "kind": approved.kind.value,
        "contract": contract,
        "calls": approved.calls,
        "not_covered": left,
    }
    count = counted(approved.calls, "call")
    lines = [f"Wrote {', '.join(paths)}: it covers {count} seen here.", "", contract]
    lines += [f"not covered: {line}" for line in left]
    return answer("\n".join(lines), data)


def cut(text: str, most: int) -> str:
    """Text that target code chose: no longer than that, with nothing that a terminal obeys."""
    lines = text[: most + 1].split("\n")
    shown = "\n".join(printable(line) for line in lines)
    return shown if len(shown) <= most and len(text) <= most else f"{shown[: most - 2]} …"


def _brief(text: str, most: int = _BRIEF) -> str:
    return cut(" ".join(text[: 10 * most].split()), most)
