# shows: returned 'broken'
# threat: values
# limit: 2
# agrees: never
"""Leaves databases with pages that make no sense, and names that are no text."""

import random
import sqlite3

from benign import SIDE


def attack(place):
    connection = sqlite3.connect("base.db")
    connection.execute("create table txx (x)")
    connection.executemany("insert into txx values (?)", (("x" * 900,) for _ in range(200)))
    connection.commit()
    connection.close()
    with open("base.db", "rb") as file:
        whole = file.read()
    with open("named.db", "wb") as file:
        file.write(whole.replace(b"txx", b"t\xff\xfe"))
    draw = random.Random(SIDE)
    for number in range(20):
        broken = bytearray(whole)
        for _ in range(200):
            broken[draw.randrange(100, len(broken))] = draw.randrange(256)
        with open(f"{number}.db", "wb") as file:
            file.write(broken)
    with open("short.db", "wb") as file:
        file.write(whole[:16] + SIDE.encode())
    return "broken"
