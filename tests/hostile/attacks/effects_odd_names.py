# shows: returned 'named'
# threat: scratch
# agrees: never
"""Gives files, folders and variables names that are no text, or commands to a terminal."""

import os

from benign import SIDE


def attack(place):
    for name in (
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\x1b]0;title\x07",
        b"::error::x",
        b"x" * 255,
        b"\n" * 99,
    ):
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
        os.mkdir(b"~" + name[:50])
        os.environb[name] = name
    os.close(os.open(b"\xc0\xaf" + SIDE.encode(), os.O_CREAT | os.O_WRONLY))
    return "named"
