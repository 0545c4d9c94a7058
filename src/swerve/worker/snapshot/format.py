"""Which bytes have which meaning in a snapshot? See docs/dev/snapshot-format.md."""

from __future__ import annotations

VERSION = 1
COMPLETE = 1

# Tags of records. Slots use the letters of `marshal`, version 2, and REF.
END = 0
ATOM = ord("A")
LONG_INT = ord("L")
NOT_IMPLEMENTED = ord("n")
REF = ord("R")
LIST = ord("[")
TUPLE = ord("(")
DICT = ord("{")
SET = ord("<")
FROZENSET = ord(">")
ITEMS = ord("I")
ENTRIES = ord("D")
OBJECT = ord("O")
CUT = ord("X")
NAMED = ord("N")
OPAQUE = ord("?")
PACKED = ord("P")
LATER = ord("W")
FILL = ord("F")

# Flags of ITEMS, ENTRIES and shapes.
ORDERED = 1
MUTABLE = 2
EXHAUSTED = 4
CUT_SHORT = 8
RAISED = 12
HAS_CONTENT = 1

#: Written instead of a tree's own folder.
TREE = "/srv/u/project"
#: Written instead of the scratch folder.
SCRATCH = "/srv/u/scratch"


def head(nodes: int, *, complete: bool) -> bytes:
    """What a snapshot starts with."""
    return bytes((VERSION, COMPLETE if complete else 0)) + nodes.to_bytes(4, "little")


HEAD_BYTES = 6

#: Bytes of a packed number, by its letter: those of `struct`, and F and D for complex numbers.
PACKED_BYTES = {
    letter: size
    for size, letters in ((1, "?bB"), (2, "hHe"), (4, "iIf"), (8, "qQdF"), (16, "D"))
    for letter in letters
}
