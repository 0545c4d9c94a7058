# shows: returned
# threat: time
# agrees: never
"""Returns a connection to a database in the middle of a transaction, which copies wait for."""

import sqlite3

from benign import SIDE


def attack(place):
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (x)")
    connection.execute("insert into t values (?)", (SIDE,))
    return connection
