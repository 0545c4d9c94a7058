"""How is a report told to programs?"""

from __future__ import annotations

import json

from swerve.model import Brought, FunctionReport, Listed, Outside, Problem, Report, Runtime, Words
from swerve.tell.summary import summarise
from swerve.witness.objects import function_object, rounded
from swerve.worker.version import __version__

SCHEMA_NAME = "swerve/1"


def render_json(report: Report) -> str:
    """Return the whole run as one JSON object, as `swerve-1.schema.json` describes it."""
    return _dump(report_object(report), indent=2)


def render_json_line(report: FunctionReport) -> str:
    """Return one function as JSON on a single line, without the newline at its end."""
    return _dump(function_object(report))


def report_object(report: Report, *, with_source: bool = False) -> dict[str, object]:
    """Return the whole run as plain data, with the code of functions where that is wanted."""
    change = report.change
    return {
        "schema": SCHEMA_NAME,
        "version": __version__,
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
        "seconds": rounded(summary.seconds),
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
