# A colon is missing in the condition, which then holds for every plan.
# function: set_price
# shows: set_price("pro", 1900)
# shows: set_price("team", 0)
# effect: database plans.db table plans

import sqlite3

PLANS = [("free", 0), ("pro", 1500), ("team", 4900)]


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("plans.db")
    connection.execute("CREATE TABLE IF NOT EXISTS plans (name TEXT PRIMARY KEY, cents INTEGER)")
    connection.executemany("INSERT OR IGNORE INTO plans VALUES (?, ?)", PLANS)
    return connection


def set_price(name: str, cents: int) -> str:
    if cents < 0:
        raise ValueError("a price is not negative")
    connection = _open()
    connection.execute("UPDATE plans SET cents = ? WHERE name = ?", (cents, name))
    connection.commit()
    connection.close()
    return f"{name}: {cents / 100:.2f}"
# --- new ---
import sqlite3

PLANS = [("free", 0), ("pro", 1500), ("team", 4900)]


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("plans.db")
    connection.execute("CREATE TABLE IF NOT EXISTS plans (name TEXT PRIMARY KEY, cents INTEGER)")
    connection.executemany("INSERT OR IGNORE INTO plans VALUES (?, ?)", PLANS)
    return connection


def set_price(name: str, cents: int) -> str:
    if cents < 0:
        raise ValueError("a price is not negative")
    connection = _open()
    values = {"name": name, "cents": cents}
    connection.execute("UPDATE plans SET cents = :cents WHERE name = name", values)
    connection.commit()
    connection.close()
    return f"{name}: {cents / 100:.2f}"
