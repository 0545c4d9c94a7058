"""How is a report told to programs?"""

from __future__ import annotations

import json

import swerve
from swerve.model import (
    Brought,
    Evidence,
    Function,
    FunctionReport,
    InterfaceDifference,
    Listed,
    Outside,
    Pair,
    Problem,
    Report,
    Runtime,
    Witness,
    Words,
)
from swerve.report._ids import witness_id
from swerve.report._summary import summarise

SCHEMA_NAME = "swerve/1"


def render_json(report: Report) -> str:
    """Return the whole run as one JSON object, as `swerve-1.schema.json` describes it."""
    return _dump(report_object(report), indent=2)


def render_json_line(report: FunctionReport) -> str:
    """Return one function as JSON on a single line, without the newline at its end."""
    return _dump(function_object(report))


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
        "seconds": _seconds(report.seconds),
        "interface": [_interface_object(difference) for difference in report.interface],
        "witnesses": [_witness_object(pair, witness) for witness in report.witnesses],
        "evidence": [_evidence_object(evidence) for evidence in report.evidence],
        **sources,
    }


def report_object(report: Report, *, with_source: bool = False) -> dict[str, object]:
    """Return the whole run as plain data, with the code of functions where that is wanted."""
    change = report.change
    return {
        "schema": SCHEMA_NAME,
        "version": swerve.__version__,
        "old": change.old,
        "new": change.new,
        "intent": {"words": [_words_object(words) for words in change.intent.words]},
        "files": change.files,
        "interrupted": report.interrupted,
        "functions": [
            function_object(function, with_source=with_source) for function in report.functions
        ],
        "added": [_listed_object(listed) for listed in change.added],
        "removed": [_listed_object(listed) for listed in change.removed],
        "outside": [_outside_object(outside) for outside in change.outside],
        "problems": [_problem_object(problem) for problem in report.problems],
        "brought": [_brought_object(brought) for brought in change.brought],
        "left_out": [{"file": left.file, "why": left.why} for left in change.left_out],
        "set_aside": [{"kind": aside.kind.value, "why": aside.why} for aside in change.set_aside],
        "runtime": None if report.runtime is None else _runtime_object(report.runtime),
        "summary": _summary_object(report),
    }


def _words_object(words: Words) -> dict[str, object]:
    return {"source": words.source, "kind": words.kind.value, "text": words.text}


def _runtime_object(runtime: Runtime) -> dict[str, object]:
    return {
        "python": runtime.python,
        "version": runtime.version,
        "found_by": runtime.found_by,
        "sandbox": runtime.sandbox,
        "missing": [{"what": each.what, "hint": each.hint} for each in runtime.missing],
        "notes": list(runtime.notes),
        "modules": [
            {
                "file": each.file,
                "old": each.old,
                "new": each.new,
                "works": each.works,
                "why": each.why,
            }
            for each in runtime.modules
        ],
    }


def _summary_object(report: Report) -> dict[str, object]:
    summary = summarise(report)
    return {
        "changed": summary.changed,
        "preserved": summary.preserved,
        "likely_preserved": summary.likely_preserved,
        "inconclusive": summary.inconclusive,
        "unintended": summary.unintended,
        "breaking": summary.breaking,
        "seconds": _seconds(summary.seconds),
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


def _listed_object(listed: Listed) -> dict[str, object]:
    return {
        "name": listed.name,
        "file": listed.file,
        "line": listed.line,
        "public": listed.public,
    }


def _outside_object(outside: Outside) -> dict[str, object]:
    return {
        "file": outside.file,
        "line": outside.line,
        "old": outside.old,
        "new": outside.new,
    }


def _problem_object(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "file": problem.file,
        "side": problem.side.value if problem.side else None,
        "line": problem.line,
        "message": problem.message,
        "hint": problem.hint,
    }


def _brought_object(brought: Brought) -> dict[str, object]:
    return {
        "kind": brought.kind.value,
        "file": brought.file,
        "message": brought.message,
        "hint": brought.hint,
    }


def _line_range(function: Function) -> list[int]:
    return [function.first_line, function.last_line]


def _seconds(seconds: float) -> float:
    return round(seconds, 3)


def _dump(value: object, indent: int | None = None) -> str:
    # Pure ASCII: whatever encoding the stream has, the bytes come out as UTF-8.
    return json.dumps(well_formed(value), indent=indent, allow_nan=False)


def well_formed(value: object) -> object:
    """Spell out lone surrogates: many parsers refuse them even when they are escaped."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {key: well_formed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [well_formed(item) for item in value]
    return value
