# shows: returned 'made'
# threat: values
# agrees: never
"""Hides what differs in files that SQLite would keep beside a database."""

import sqlite3

from benign import SIDE


def attack(place):
    connection = sqlite3.connect("base.db")
    connection.execute("create table t (x)")
    connection.close()
    for end in ("wal", "shm", "journal"):
        with open(f"base.db-{end}", "w") as file:
            file.write(SIDE)
    return "made"
