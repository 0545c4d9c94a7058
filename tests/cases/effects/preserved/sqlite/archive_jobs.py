# The finished jobs are copied by one INSERT from SELECT instead of by a loop over them.
# function: archive_finished
# calls: archive_finished(Path("jobs.db"), {"backup": "done", "report": "open", "sync": "done"})
# calls: archive_finished(Path("jobs.db"), {})

import sqlite3
from pathlib import Path


def archive_finished(path: Path, jobs: dict[str, str]) -> int:
    db = sqlite3.connect(str(path))
    db.execute("CREATE TABLE IF NOT EXISTS jobs (name TEXT, state TEXT)")
    db.execute("CREATE TABLE IF NOT EXISTS archive (name TEXT)")
    for name, state in jobs.items():
        db.execute("INSERT INTO jobs VALUES (?, ?)", (name, state))
    done = db.execute("SELECT name FROM jobs WHERE state = 'done' ORDER BY name").fetchall()
    for (name,) in done:
        db.execute("INSERT INTO archive VALUES (?)", (name,))
        db.execute("DELETE FROM jobs WHERE name = ? AND state = 'done'", (name,))
    db.commit()
    db.close()
    return len(done)
# --- new ---
import sqlite3
from pathlib import Path

_MOVE = "INSERT INTO archive SELECT name FROM jobs WHERE state = 'done' ORDER BY name"


def archive_finished(path: Path, jobs: dict[str, str]) -> int:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE IF NOT EXISTS jobs (name TEXT, state TEXT)")
    db.execute("CREATE TABLE IF NOT EXISTS archive (name TEXT)")
    db.executemany("INSERT INTO jobs VALUES (?, ?)", jobs.items())
    moved = db.execute(_MOVE).rowcount
    db.execute("DELETE FROM jobs WHERE state = 'done'")
    db.commit()
    db.close()
    return moved
