"""Which parts of a report stand in tables of their own, to be asked about?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Table

from swerve.apps.campaign import _tables as tables

#: What results are counted by.
COUNTS = (
    *("changed", "preserved", "likely_preserved", "inconclusive", "unintended", "breaking"),
    "problems",
)
_NAME_CHARACTERS = 1_000


def counts_of(report: Mapping[str, Any]) -> dict[str, int]:
    """The counts that a report ends with, and how many problems it has."""
    counts = {**report["summary"], "problems": len(report["problems"])}
    return {name: int(counts[name]) for name in COUNTS}


def parts_of(report: Mapping[str, Any]) -> Iterator[tuple[Table, list[dict[str, object]]]]:
    """The rows of a report, without the number of its result."""
    yield tables.witnesses, list(_witnesses(report))
    yield tables.functions, list(_functions(report))
    yield tables.evidence, list(_evidence(report))


def safe_text(text: str, most: int = 10_000) -> str:
    """A text that any database takes: no NUL, no lone surrogates, and an end."""
    return text[:most].replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode("utf-8")


def _witnesses(report: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    position = 0
    for function in report["functions"]:
        for witness in function["witnesses"]:
            yield {
                "position": position,
                "id": witness["id"],
                "function": safe_text(function["name"], _NAME_CHARACTERS),
                "file": safe_text(function["file"], _NAME_CHARACTERS),
                "engine": witness["engine"],
                "realism": witness["realism"],
                "kind": witness["kind"],
                "judgement": witness["judgement"],
            }
            position += 1


def _functions(report: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for position, function in enumerate(report["functions"]):
        yield {
            "position": position,
            "name": safe_text(function["name"], _NAME_CHARACTERS),
            "file": safe_text(function["file"], _NAME_CHARACTERS),
            "verdict": function["verdict"],
            "seconds": function["seconds"],
        }


def _evidence(report: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for position, function in enumerate(report["functions"]):
        for place, evidence in enumerate(function["evidence"]):
            yield {
                "position": position,
                "place": place,
                "engine": evidence["engine"],
                "runs": evidence["runs"],
                "changed_lines": evidence["changed_lines"],
                "reached_old": evidence["reached_old"],
                "reached_new": evidence["reached_new"],
            }
