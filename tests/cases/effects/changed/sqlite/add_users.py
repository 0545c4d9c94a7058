# The connection is closed by closing() where its own with committed: the rows are lost.
# function: add_users
# shows: add_users("app.db", ["ada", "bob"])
# effect: database app.db table users

import sqlite3


def add_users(path: str, names: list[str]) -> int:
    """Add users and return how many the table then has."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT)")
        for name in names:
            connection.execute("INSERT INTO users (name) VALUES (?)", (name,))
        (count,) = connection.execute("SELECT COUNT(*) FROM users").fetchone()
    connection.close()
    return count
# --- new ---
import sqlite3
from contextlib import closing


def add_users(path: str, names: list[str]) -> int:
    """Add users and return how many the table then has."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT)")
        connection.executemany("INSERT INTO users (name) VALUES (?)", [(name,) for name in names])
        (count,) = connection.execute("SELECT COUNT(*) FROM users").fetchone()
    return count
