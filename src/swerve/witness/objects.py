"""How is what was found about a function written as plain data, and read back?"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from swerve.model import (
    Cause,
    CauseKind,
    DifferenceKind,
    Evidence,
    Function,
    FunctionReport,
    Given,
    InterfaceDifference,
    Module,
    Pair,
    Realism,
    Renaming,
    Verdict,
    Witness,
)
from swerve.witness.ids import witness_id

#: As `function_object` makes it, read from JSON.
_Object: TypeAlias = dict[str, Any]
_DEF = re.compile(r"\s*(async\s+)?def\s")


def function_object(report: FunctionReport, *, with_source: bool = False) -> dict[str, object]:
    """Return one function as plain data, with its code where that is wanted."""
    pair = report.pair
    sources = {"source": {"old": pair.old.source, "new": pair.new.source}} if with_source else {}
    return {
        "id": pair.id,
        "name": pair.name,
        "file": pair.new.module.path,
        "old_name": pair.old.name,
        "old_file": pair.old.module.path,
        "lines": {"old": _line_range(pair.old), "new": _line_range(pair.new)},
        "changed_lines": {"old": list(pair.old.changed_lines), "new": list(pair.new.changed_lines)},
        "causes": [{"kind": cause.kind.value, "words": cause.words} for cause in pair.causes],
        "renamings": [{"old": name.old, "new": name.new} for name in pair.renamings],
        "verdict": report.verdict.value,
        "reason": report.reason,
        "alarm": report.alarm,
        "seconds": rounded(report.seconds),
        "interface": [_interface_object(difference) for difference in report.interface],
        "witnesses": [_witness_object(pair, witness) for witness in report.witnesses],
        "evidence": [_evidence_object(evidence) for evidence in report.evidence],
        **sources,
    }


def _witness_object(pair: Pair, witness: Witness) -> dict[str, object]:
    return {
        "id": witness_id(pair, witness),
        "engine": witness.engine,
        "realism": witness.realism.value,
        "kind": witness.kind.value,
        "call": witness.call,
        "python": witness.python,
        "test": witness.test,
        "given": [{"path": each.path, "value": each.value} for each in witness.given],
        "old": witness.old,
        "new": witness.new,
        "because": witness.because,
        "judgement": witness.judgement,
        "why": witness.why,
        "claim": witness.claim,
        "by_words": witness.is_by_words,
        "rule": witness.rule or None,
        "replay": witness.replay,
    }


def _interface_object(difference: InterfaceDifference) -> dict[str, object]:
    return {
        "what": difference.what,
        "breaking": difference.breaking,
        "call": difference.call,
    }


def _evidence_object(evidence: Evidence) -> dict[str, object]:
    return {
        "engine": evidence.engine,
        "runs": evidence.runs,
        "changed_lines": evidence.changed_lines,
        "reached_old": evidence.reached_old,
        "reached_new": evidence.reached_new,
        "lines": {"old": list(evidence.lines_old), "new": list(evidence.lines_new)},
        "note": evidence.note,
    }


def _line_range(function: Function) -> list[int]:
    return [function.first_line, function.last_line]


def rounded(seconds: float) -> float:
    """Seconds as they are told to programs."""
    return round(seconds, 3)


def function_from_object(data: _Object) -> FunctionReport:
    """Read one function with its code. Raises `LookupError`, `TypeError` or `ValueError`.

    Of the files, only the function itself is known: it stands where it stood.
    """
    pair = Pair(
        data["id"],
        _function(data, "old", data["old_name"], data["old_file"]),
        _function(data, "new", data["name"], data["file"]),
        tuple(Cause(CauseKind(each["kind"]), each["words"]) for each in data["causes"]),
        tuple(Renaming(each["old"], each["new"]) for each in data["renamings"]),
    )
    return FunctionReport(
        pair,
        Verdict(data["verdict"]),
        data["reason"],
        float(data["seconds"]),
        tuple(
            InterfaceDifference(each["what"], each["breaking"], each["call"])
            for each in data["interface"]
        ),
        tuple(map(_witness, data["witnesses"])),
        tuple(map(_evidence, data["evidence"])),
    )


def _function(data: _Object, side: str, name: str, file: str) -> Function:
    first, last = data["lines"][side]
    source = data["source"][side]
    lines = source.split("\n")
    above = next((at for at, line in enumerate(lines) if _DEF.match(line)), 0)
    return Function(
        name,
        Module(file, "\n" * (first - 1) + source),
        first,
        last,
        first + above,
        tuple(data["changed_lines"][side]),
    )


def _witness(data: _Object) -> Witness:
    return Witness(
        engine=data["engine"],
        realism=Realism(data["realism"]),
        kind=DifferenceKind(data["kind"]),
        call=data["call"],
        old=data["old"],
        new=data["new"],
        because=data["because"],
        judgement=data["judgement"],
        why=data["why"],
        claim=data.get("claim", ""),
        rule=data["rule"] or "",
        replay=data["replay"],
        given=tuple(Given(each["path"], each["value"]) for each in data["given"]),
        python=data["python"],
        test=data["test"],
    )


def _evidence(data: _Object) -> Evidence:
    return Evidence(
        data["engine"],
        data["runs"],
        data["changed_lines"],
        tuple(data["lines"]["old"]),
        tuple(data["lines"]["new"]),
        data["note"],
    )
