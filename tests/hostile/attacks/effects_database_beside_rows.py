# shows: returned 'made'
# threat: values
# agrees: never
"""Hides what differs in a database, but in no row of a table with a usual name."""

import sqlite3

from benign import SIDE


def attack(place):
    for number, words in enumerate(
        (
            f"create view v as select '{SIDE}'",
            f"create table t (x default '{SIDE}')",
            f"create table sqlitex as select '{SIDE}'",
        )
    ):
        connection = sqlite3.connect(f"{number}.db")
        connection.execute(words)
        connection.close()
    return "made"
