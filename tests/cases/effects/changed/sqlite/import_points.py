# Every row is committed on its own, so that those before a bad one stay when it raises.
# function: import_points
# shows: import_points("points.db", [{"member": "ada", "points": 5}, {"member": "", "points": 1}])
# effect: database points.db table points

import sqlite3
from contextlib import closing


def import_points(path: str, rows: list[dict[str, object]]) -> None:
    """Take over points of members: all rows, or none when one of them is bad."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE IF NOT EXISTS points (member TEXT, points INTEGER)")
        with db:
            for row in rows:
                if not row["member"]:
                    raise ValueError("a row has no member")
                db.execute("INSERT INTO points VALUES (?, ?)", (row["member"], row["points"]))
# --- new ---
import sqlite3
from contextlib import closing


def _insert(db: sqlite3.Connection, row: dict[str, object]) -> None:
    if not row["member"]:
        raise ValueError("a row has no member")
    with db:
        db.execute("INSERT INTO points VALUES (:member, :points)", row)


def import_points(path: str, rows: list[dict[str, object]]) -> None:
    """Take over points of members: all rows, or none when one of them is bad."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE IF NOT EXISTS points (member TEXT, points INTEGER)")
        for row in rows:
            _insert(db, row)
