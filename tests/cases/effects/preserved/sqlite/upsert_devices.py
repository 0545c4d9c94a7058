# ON CONFLICT DO UPDATE leaves the rows that INSERT OR REPLACE left, as both columns are given.
# function: upsert_devices
# calls: upsert_devices([(1, "router"), (2, "switch"), (1, "gateway")])
# calls: upsert_devices([])

import sqlite3

DATABASE = "devices.db"


def upsert_devices(devices: list[tuple[int, str]]) -> list[str]:
    db = sqlite3.connect(DATABASE)
    with db:
        db.execute("CREATE TABLE IF NOT EXISTS devices (id INTEGER PRIMARY KEY, name TEXT)")
        for number, name in devices:
            db.execute("INSERT OR REPLACE INTO devices (id, name) VALUES (?, ?)", (number, name))
    rows = db.execute("SELECT name FROM devices ORDER BY id").fetchall()
    db.close()
    return [row[0] for row in rows]
# --- new ---
import sqlite3

DATABASE = "devices.db"
UPSERT = """
    INSERT INTO devices (id, name) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name
"""


def upsert_devices(devices: list[tuple[int, str]]) -> list[str]:
    db = sqlite3.connect(DATABASE)
    with db:
        db.execute("CREATE TABLE IF NOT EXISTS devices (id INTEGER PRIMARY KEY, name TEXT)")
        db.executemany(UPSERT, devices)
    names = [name for (name,) in db.execute("SELECT name FROM devices ORDER BY id")]
    db.close()
    return names
