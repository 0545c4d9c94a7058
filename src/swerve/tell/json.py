"""How is a report told to programs?"""

from __future__ import annotations

import json
from collections.abc import Iterable

from swerve.model import FunctionReport, Report, Runtime
from swerve.model.plain import plain
from swerve.witness.objects import function_object, rounded
from swerve.worker.version import __version__

from .summary import summarise

SCHEMA_NAME = "swerve/1"
_PROBLEM = ("code", "file", "side", "line", "message", "hint")
_SUMMARY = (
    *("changed", "preserved", "likely_preserved", "inconclusive", "unintended", "breaking"),
)


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
        "intent": {"words": _objects(change.intent.words, "source", "kind", "text")},
        "files": change.files,
        "interrupted": report.interrupted,
        "functions": [
            function_object(function, with_source=with_source) for function in report.functions
        ],
        "added": plain(change.added),
        "removed": plain(change.removed),
        "outside": plain(change.outside),
        "problems": _objects(report.problems, *_PROBLEM),
        "brought": plain(change.brought),
        "left_out": plain(change.left_out),
        "set_aside": plain(change.set_aside),
        "runtime": None if report.runtime is None else _runtime_object(report.runtime),
        "summary": _summary_object(report),
    }


def _objects(values: Iterable[object], *names: str) -> list[object]:
    return [plain(each, *names) for each in values]


def _runtime_object(runtime: Runtime) -> dict[str, object]:
    return {
        **plain(runtime, "python", "version", "found_by", "sandbox", "missing", "notes"),
        "modules": _objects(runtime.modules, "file", "old", "new", "works", "why"),
    }


def _summary_object(report: Report) -> dict[str, object]:
    summary = summarise(report)
    return {**plain(summary, *_SUMMARY), "seconds": rounded(summary.seconds)}


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
