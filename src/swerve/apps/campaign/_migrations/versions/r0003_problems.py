"""Results are also counted by what could not be read: such a change is not one that preserves."""

from __future__ import annotations

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None

_PAGE = 50


def upgrade() -> None:
    """Make the column, and fill it."""
    op.add_column("results", sa.Column("problems", sa.Integer, nullable=False, server_default="0"))
    connection, at = op.get_bind(), 0
    results = sa.table(
        "results",
        sa.column("number"),
        sa.column("report", sa.LargeBinary),
        sa.column("problems", sa.Integer),
    )
    query = sa.select(results.c.number, results.c.report).order_by(results.c.number).limit(_PAGE)
    while rows := connection.execute(query.where(results.c.number > at)).all():
        for number, packed in rows:
            if found := len(json.loads(zlib.decompress(packed))["problems"]):
                one = sa.update(results).where(results.c.number == number)
                connection.execute(one.values(problems=found))
        at = rows[-1].number
