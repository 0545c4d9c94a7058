"""What does a store keep, and in which tables?

The tables as they stand at `HEAD`; `_migrations` tells how a store gets there from any revision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

#: The revision of the tables below.
HEAD = "0003"

metadata = MetaData()
#: SQLite numbers rows by itself only where they are plain integers.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")

campaigns = Table(
    "campaigns",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    #: Made up by the client: whoever repeats an insert whose answer was lost adds nothing.
    Column("key", String(40), nullable=False, unique=True),
    #: What was asked for, in the words of the command line.
    Column("source", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("deadline_s", Float, nullable=False),
    Column("version", String(40), nullable=False),
    Column("created_at", Float, nullable=False),
    #: The client that works on it: a token, then where it runs; `None` when nobody does.
    Column("claimed_by", String(40)),
    Column("claimed_on", String(300)),
    Column("claimed_pid", Integer),
    #: Which process of which boot of which machine, for whoever can look.
    Column("claimed_where", String(200)),
    Column("seen_at", Float),
    #: Time that clients have worked on it, all together.
    Column("seconds", Float, nullable=False, server_default="0"),
    sqlite_autoincrement=True,
)

units = Table(
    "units",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("campaign", ForeignKey("campaigns.number", ondelete="CASCADE"), nullable=False),
    Column("id", String(40), nullable=False),
    Column("repository", Text, nullable=False),
    Column("old", String(300), nullable=False),
    Column("new", String(300), nullable=False),
    Column("title", Text, nullable=False),
    #: JSON, compressed.
    Column("pull_request", LargeBinary),
    #: "waiting", "running", "done" or "set-aside".
    Column("state", String(20), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    UniqueConstraint("campaign", "id", name="units_once"),
    Index("units_by_state", "campaign", "state", "number"),
    sqlite_autoincrement=True,
)

attempts = Table(
    "attempts",
    metadata,
    Column("unit", ForeignKey("units.number", ondelete="CASCADE"), primary_key=True),
    #: From 1 on.
    Column("attempt", Integer, primary_key=True),
    Column("started_at", Float, nullable=False),
    Column("finished_at", Float),
    #: "done", "failed", "lost"; `None` while it goes on, and when the client died.
    Column("outcome", String(20)),
    Column("why", Text),
    Column("log", Text),
    Column("seconds", Float),
    Column("cpu_s", Float),
    Column("peak_bytes", BigInteger),
)

results = Table(
    "results",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("campaign", ForeignKey("campaigns.number", ondelete="CASCADE"), nullable=False),
    #: One result a unit, whatever happens.
    Column("unit", ForeignKey("units.number", ondelete="CASCADE"), nullable=False, unique=True),
    Column("finished_at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    #: JSON `swerve/1` with source, compressed.
    Column("report", LargeBinary, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("preserved", Integer, nullable=False),
    Column("likely_preserved", Integer, nullable=False),
    Column("inconclusive", Integer, nullable=False),
    Column("unintended", Integer, nullable=False),
    Column("breaking", Integer, nullable=False),
    #: Files that could not be read or run.
    Column("problems", Integer, nullable=False, server_default="0"),
    Index("results_by_campaign", "campaign", "number"),
    sqlite_autoincrement=True,
)

witnesses = Table(
    "witnesses",
    metadata,
    Column("result", ForeignKey("results.number", ondelete="CASCADE"), primary_key=True),
    #: Counted through the whole report, from 0 on.
    Column("position", Integer, primary_key=True),
    #: "w-1a2b3c4d".
    Column("id", String(40), nullable=False),
    Column("function", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("engine", String(40), nullable=False),
    Column("realism", String(20), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("judgement", String(20)),
    Index("witnesses_by_id", "id"),
)

functions = Table(
    "functions",
    metadata,
    Column("result", ForeignKey("results.number", ondelete="CASCADE"), primary_key=True),
    #: In the report, from 0 on.
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("verdict", String(20), nullable=False),
    Column("seconds", Float, nullable=False),
)

evidence = Table(
    "evidence",
    metadata,
    Column("result", ForeignKey("results.number", ondelete="CASCADE"), primary_key=True),
    #: Of the function, and of the engine in it.
    Column("position", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("engine", String(40), nullable=False),
    Column("runs", Integer, nullable=False),
    Column("changed_lines", Integer, nullable=False),
    Column("reached_old", Integer, nullable=False),
    Column("reached_new", Integer, nullable=False),
)


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
    yield witnesses, list(_witnesses(report))
    yield functions, list(_functions(report))
    yield evidence, list(_evidence(report))


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
