"""Functions and evidence can be asked about: filled from the reports that are there."""

from __future__ import annotations

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_PAGE = 50
_NAME_CHARACTERS = 1_000


def upgrade() -> None:
    """Make the tables, and fill them."""
    functions = op.create_table(
        "functions",
        sa.Column("result", _NUMBER, _of_result(), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("verdict", sa.String(20), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    evidence = op.create_table(
        "evidence",
        sa.Column("result", _NUMBER, _of_result(), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("engine", sa.String(40), nullable=False),
        sa.Column("runs", sa.Integer, nullable=False),
        sa.Column("changed_lines", sa.Integer, nullable=False),
        sa.Column("reached_old", sa.Integer, nullable=False),
        sa.Column("reached_new", sa.Integer, nullable=False),
    )
    connection, at = op.get_bind(), 0
    results = sa.table("results", sa.column("number"), sa.column("report", sa.LargeBinary))
    while rows := connection.execute(
        sa.select(results).where(results.c.number > at).order_by(results.c.number).limit(_PAGE)
    ).all():
        for number, packed in rows:
            report = json.loads(zlib.decompress(packed))
            for position, each in enumerate(report["functions"]):
                at_it = {"result": number, "position": position}
                connection.execute(functions.insert().values(**at_it, **_function(each)))
                for place, found in enumerate(each["evidence"]):
                    values = {**at_it, "place": place, **_evidence(found)}
                    connection.execute(evidence.insert().values(values))
        at = rows[-1].number


def _of_result() -> sa.ForeignKey:
    return sa.ForeignKey("results.number", ondelete="CASCADE")


def _function(each: dict[str, Any]) -> dict[str, object]:
    return {
        "name": each["name"][:_NAME_CHARACTERS],
        "file": each["file"][:_NAME_CHARACTERS],
        "verdict": each["verdict"],
        "seconds": each["seconds"],
    }


def _evidence(found: dict[str, Any]) -> dict[str, object]:
    names = ("engine", "runs", "changed_lines", "reached_old", "reached_new")
    return {name: found[name] for name in names}
