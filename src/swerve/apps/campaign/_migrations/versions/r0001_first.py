"""The first tables.

Frozen: what came later has a revision of its own.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "campaigns",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("key", sa.String(40), nullable=False, unique=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deadline_s", sa.Float, nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("claimed_by", sa.String(40)),
        sa.Column("claimed_on", sa.String(300)),
        sa.Column("claimed_pid", sa.Integer),
        sa.Column("claimed_where", sa.String(200)),
        sa.Column("seen_at", sa.Float),
        sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "units",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("campaign", _NUMBER, _of("campaigns"), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("repository", sa.Text, nullable=False),
        sa.Column("old", sa.String(300), nullable=False),
        sa.Column("new", sa.String(300), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("pull_request", sa.LargeBinary),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.UniqueConstraint("campaign", "id", name="units_once"),
        sqlite_autoincrement=True,
    )
    op.create_index("units_by_state", "units", ["campaign", "state", "number"])
    op.create_table(
        "attempts",
        sa.Column("unit", _NUMBER, _of("units"), primary_key=True),
        sa.Column("attempt", sa.Integer, primary_key=True),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("outcome", sa.String(20)),
        sa.Column("why", sa.Text),
        sa.Column("log", sa.Text),
        sa.Column("seconds", sa.Float),
        sa.Column("cpu_s", sa.Float),
        sa.Column("peak_bytes", sa.BigInteger),
    )
    op.create_table(
        "results",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("campaign", _NUMBER, _of("campaigns"), nullable=False),
        sa.Column("unit", _NUMBER, _of("units"), nullable=False, unique=True),
        sa.Column("finished_at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("report", sa.LargeBinary, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.Column("preserved", sa.Integer, nullable=False),
        sa.Column("likely_preserved", sa.Integer, nullable=False),
        sa.Column("inconclusive", sa.Integer, nullable=False),
        sa.Column("unintended", sa.Integer, nullable=False),
        sa.Column("breaking", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("results_by_campaign", "results", ["campaign", "number"])
    op.create_table(
        "witnesses",
        sa.Column("result", _NUMBER, _of("results"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("function", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("engine", sa.String(40), nullable=False),
        sa.Column("realism", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("judgement", sa.String(20)),
    )
    op.create_index("witnesses_by_id", "witnesses", ["id"])


def _of(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.number", ondelete="CASCADE")
