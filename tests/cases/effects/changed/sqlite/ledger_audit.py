# A booking of an amount of zero or less no longer leaves a line in the audit table.
# function: book
# shows: book("ledger.sqlite", "rent", -90000)
# shows: book("ledger.sqlite", "correction", 0)
# effect: database ledger.sqlite table audit

import sqlite3
from contextlib import closing

SCHEMA = """
CREATE TABLE IF NOT EXISTS bookings (account TEXT, cents INTEGER);
CREATE TABLE IF NOT EXISTS audit (what TEXT);
"""


def book(path: str, account: str, cents: int) -> int:
    """Book an amount; return the balance of the account."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(SCHEMA)
        db.execute("INSERT INTO bookings VALUES (?, ?)", (account, cents))
        db.execute("INSERT INTO audit VALUES (?)", (f"{account} {cents:+d}",))
        found = db.execute("SELECT SUM(cents) FROM bookings WHERE account = ?", (account,))
        return found.fetchone()[0]
# --- new ---
import sqlite3
from contextlib import closing

SCHEMA = """
CREATE TABLE IF NOT EXISTS bookings (account TEXT, cents INTEGER);
CREATE TABLE IF NOT EXISTS audit (what TEXT);
"""


def _audit(db: sqlite3.Connection, account: str, cents: int) -> None:
    if cents > 0:
        db.execute("INSERT INTO audit VALUES (?)", (f"{account} {cents:+d}",))


def book(path: str, account: str, cents: int) -> int:
    """Book an amount; return the balance of the account."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(SCHEMA)
        db.execute("INSERT INTO bookings VALUES (?, ?)", (account, cents))
        _audit(db, account, cents)
        found = db.execute("SELECT SUM(cents) FROM bookings WHERE account = ?", (account,))
        return found.fetchone()[0]
