"""How do a worker's bytes become a graph? The format is docs/dev/snapshot-format.md.

The worker ran code that nobody vouched for, so the bytes may be anything. Nothing in them is
executed, imported or looked up; every count is checked against the bytes that are left.
"""

from __future__ import annotations

import math
import struct
from itertools import pairwise

from swerve.worker.core.varint import BadInteger, get_uint
from swerve.worker.snapshot import format as tags

from ._nodes import (
    Atom,
    Cut,
    Entries,
    Graph,
    Index,
    Items,
    Named,
    Node,
    Object,
    Opaque,
    Packed,
    Scalar,
)

#: No honest snapshot is longer.
_LONGEST = 1 << 26
_MOST_DIGITS = 140
#: No array of numpy has more.
_MOST_DIMENSIONS = 64
#: Bytes of packed numbers: twice what an honest worker sends.
_MOST_PACKED = 1 << 21
_DIGIT_BITS = 15

_SINGLES: dict[int, Scalar] = {ord("N"): None, ord("T"): True, ord("F"): False, ord("."): ...}
#: Bytes of an atom of fixed size, its letter included.
_SIZES = {ord("N"): 1, ord("T"): 1, ord("F"): 1, ord("."): 1, ord("i"): 5, ord("g"): 9}
_SIZES[ord("y")] = 17
_INT, _LONG, _FLOAT, _COMPLEX, _TEXT, _BYTES = b"ilgyus"
_ENDS = {0: "", tags.EXHAUSTED: "exhausted", tags.CUT_SHORT: "cut", tags.RAISED: "raised"}
_WHOLE = {
    tags.LIST: ("list", True, True),
    tags.TUPLE: ("tuple", True, False),
    tags.SET: ("set", False, True),
    tags.FROZENSET: ("frozenset", False, False),
}


class BadSnapshot(ValueError):
    """The bytes are no snapshot."""


def decode(data: bytes) -> Graph:
    """Read a snapshot. Time and memory are bounded by the length of the bytes."""
    if len(data) > _LONGEST:
        raise BadSnapshot(f"{len(data)} bytes are too many")
    try:
        return _Reader(data).graph()
    except (IndexError, BadInteger, UnicodeDecodeError, struct.error) as error:
        raise BadSnapshot(f"the snapshot ends too early or holds no text: {error}") from None


def root_names(data: bytes) -> tuple[str, ...]:
    """The names of the roots, without reading what they lead to; none where it is no snapshot."""
    try:
        return _Reader(data).root_names() if data else ()
    except (BadSnapshot, IndexError, BadInteger, UnicodeDecodeError, struct.error):
        return ()


class _Reader:
    def __init__(self, data: bytes) -> None:
        if data[0] != tags.VERSION:
            raise BadSnapshot(f"version {data[0]} is not known here")
        if data[1] & ~tags.COMPLETE:
            raise BadSnapshot("unknown flags")
        self._data = data
        self._at = tags.HEAD_BYTES
        self._complete = bool(data[1])
        count = int.from_bytes(data[2 : tags.HEAD_BYTES], "little")
        if count > len(data):
            raise BadSnapshot("more nodes than bytes")
        #: Numbered nodes, then atoms.
        self._nodes: list[Node | None] = [None] * count
        self._count = count
        self._atoms: dict[bytes, Index] = {}
        self._packed_bytes = 0
        self._strings: list[str] = []
        self._shapes: list[tuple[str, int, tuple[str, ...]]] = []

    # --- the whole ------------------------------------------------------------------------------

    def graph(self) -> Graph:
        names = self.root_names()
        if not all(names) or len(set(names)) < len(names):
            raise BadSnapshot("roots without a name, or with the same")
        roots = tuple([(name, self._slot()) for name in names])
        self._records()
        notes = tuple([self._string() for _ in range(self._counted())])
        if self._at != len(self._data):
            raise BadSnapshot("bytes after the end")
        nodes = tuple([node for node in self._nodes if node is not None])
        if len(nodes) != len(self._nodes):
            raise BadSnapshot("a node is missing")
        return Graph(nodes, roots, self._complete, notes)

    def root_names(self) -> tuple[str, ...]:
        return tuple([self._text(self._uint()) for _ in range(self._counted())])

    def _records(self) -> None:
        later: set[Index] = set()
        number = 0
        while (tag := self._byte()) != tags.END:
            if tag == tags.FILL:
                index = self._uint()
                if index not in later:
                    raise BadSnapshot("a node that nobody waits for")
                later.remove(index)
                tag = self._byte()
            else:
                index = number
                number += 1
                if index >= self._count:
                    raise BadSnapshot("more nodes than announced")
                if tag == tags.LATER:
                    later.add(index)
                    continue
            self._nodes[index] = self._node(tag)

    def _node(self, tag: int) -> Node:
        if tag in _WHOLE:
            items = self._slots(self._counted())
            name, ordered, mutable = _WHOLE[tag]
            return Items(name, items, len(items), ordered, mutable)
        if tag == tags.DICT:
            entries = self._pairs(self._counted())
            return Entries("dict", entries, len(entries))
        if tag == tags.OBJECT:
            return self._object()
        if tag == tags.ITEMS:
            return self._items()
        if tag == tags.ENTRIES:
            return self._entries()
        if tag == tags.ATOM:
            return self._lone_atom()
        if tag == tags.CUT:
            return self._cut()
        if tag == tags.PACKED:
            return self._packed()
        if tag == tags.NAMED:
            return Named(self._string(), self._string())
        if tag == tags.OPAQUE:
            self._complete = False
            return Opaque(self._string(), self._string())
        raise BadSnapshot(f"no record starts with {tag}")

    # --- nodes ----------------------------------------------------------------------------------

    def _items(self) -> Items:
        name, flags, length = self._string(), self._byte(), self._uint()
        kept = self._kept(length)
        end = _ENDS.get(flags & ~(tags.ORDERED | tags.MUTABLE))
        if end is None:
            raise BadSnapshot("unknown flags of items")
        items = self._slots(kept)
        if end == "raised" and not items:
            raise BadSnapshot("nothing was raised")
        if end == "cut":
            self._complete = False
        ordered, mutable = bool(flags & tags.ORDERED), bool(flags & tags.MUTABLE)
        return Items(name, items, length, ordered, mutable, end)

    def _entries(self) -> Entries:
        name, flags, length = self._string(), self._byte(), self._uint()
        kept = self._kept(length)
        if flags & ~tags.ORDERED:
            raise BadSnapshot("unknown flags of entries")
        return Entries(name, self._pairs(kept), length, bool(flags))

    def _kept(self, length: int) -> int:
        kept = self._counted()
        if kept > length:
            raise BadSnapshot("more kept than there was")
        if kept < length:
            self._complete = False
        return kept

    def _object(self) -> Object:
        number = self._uint()
        if number == 0:
            self._shapes.append(self._shape())
        name, flags, names = self._shapes[number - 1]
        fields = tuple([(each, self._slot()) for each in names])
        content = self._slot() if flags & tags.HAS_CONTENT else None
        return Object(name, fields, content, bool(flags & tags.MUTABLE))

    def _shape(self) -> tuple[str, int, tuple[str, ...]]:
        name, flags = self._string(), self._byte()
        if flags & ~(tags.HAS_CONTENT | tags.MUTABLE):
            raise BadSnapshot("unknown flags of an object")
        names = tuple([self._string() for _ in range(self._counted())])
        if any(first >= second for first, second in pairwise(names)):
            raise BadSnapshot("fields are not in order")
        return name, flags, names

    def _cut(self) -> Cut:
        name = self._string()
        tag = self._data[self._at]
        start = self._skip_atom(tag)
        prefix = self._scalar(tag, start)
        if not isinstance(prefix, str | bytes):
            raise BadSnapshot("a prefix that is not text")
        length, size = self._uint(), self._uint()
        digest = self._take(size)
        if not digest:
            self._complete = False
        return Cut(name, prefix, length, digest)

    def _packed(self) -> Packed:
        letter, dimensions = chr(self._byte()), self._byte()
        if letter not in tags.PACKED_BYTES or not 0 < dimensions <= _MOST_DIMENSIONS:
            raise BadSnapshot("numbers of no known kind or of too many dimensions")
        shape = tuple([self._counted() for _ in range(dimensions)])
        if 0 in shape:
            raise BadSnapshot("an array of no numbers")
        size = math.prod(shape) * tags.PACKED_BYTES[letter]
        self._packed_bytes += size
        if self._packed_bytes > _MOST_PACKED:
            raise BadSnapshot("too many numbers")
        return Packed(letter, shape, self._take(size))

    def _lone_atom(self) -> Atom:
        tag = self._data[self._at]
        if tag == tags.NOT_IMPLEMENTED:
            self._at += 1
            return Atom(NotImplemented)
        if tag == tags.LONG_INT:
            self._at += 1
            return Atom(int.from_bytes(self._take(self._uint()), "little", signed=True))
        start = self._skip_atom(tag)
        return Atom(self._scalar(tag, start))

    # --- slots ----------------------------------------------------------------------------------

    def _slots(self, count: int) -> tuple[Index, ...]:
        return tuple([self._slot() for _ in range(count)])

    def _pairs(self, count: int) -> tuple[tuple[Index, Index], ...]:
        return tuple([(self._slot(), self._slot()) for _ in range(count)])

    def _slot(self) -> Index:
        tag = self._data[self._at]
        if tag == tags.REF:
            self._at += 1
            index = self._uint()
            if index >= self._count:
                raise BadSnapshot("a reference to nothing")
            return index
        start = self._skip_atom(tag)
        raw = self._data[start : self._at]
        known = self._atoms.get(raw)
        if known is None:
            known = self._atoms[raw] = len(self._nodes)
            self._nodes.append(Atom(self._scalar(tag, start)))
        return known

    def _skip_atom(self, tag: int) -> int:
        """Go behind the atom at this place; its start is returned."""
        start = self._at
        size = _SIZES.get(tag)
        if size is None:
            number = int.from_bytes(self._data[start + 1 : start + 5], "little", signed=True)
            if tag == _LONG and abs(number) <= _MOST_DIGITS:
                size = 5 + 2 * abs(number)
            elif tag in (_TEXT, _BYTES) and number >= 0:
                size = 5 + number
            else:
                raise BadSnapshot(f"no atom starts with {tag}")
        if start + size > len(self._data):
            raise BadSnapshot("an atom goes on behind the end")
        self._at = start + size
        return start

    def _scalar(self, tag: int, start: int) -> Scalar:
        body = self._data[start + 1 : self._at]
        if tag in _SINGLES:
            return _SINGLES[tag]
        if tag == _INT:
            return int.from_bytes(body, "little", signed=True)
        if tag == _LONG:
            return _long(body)
        if tag == _FLOAT:
            number: float = struct.unpack("<d", body)[0]
            return number
        if tag == _COMPLEX:
            return complex(*struct.unpack("<dd", body))
        return _decoded(body[4:]) if tag == _TEXT else body[4:]

    # --- bytes ----------------------------------------------------------------------------------

    def _byte(self) -> int:
        byte = self._data[self._at]
        self._at += 1
        return byte

    def _uint(self) -> int:
        number = self._data[self._at]
        if number < 128:
            self._at += 1
        else:
            number, self._at = get_uint(self._data, self._at)
        return number

    def _counted(self) -> int:
        """A number of things that follow: each takes a byte at least."""
        count = self._uint()
        if count > len(self._data) - self._at:
            raise BadSnapshot("more than there are bytes")
        return count

    def _take(self, size: int) -> bytes:
        if size > len(self._data) - self._at:
            raise BadSnapshot("more than there are bytes")
        self._at += size
        return self._data[self._at - size : self._at]

    def _text(self, size: int) -> str:
        return _decoded(self._take(size))

    def _string(self) -> str:
        number = self._uint()
        if number == 0:
            self._strings.append(self._text(self._uint()))
        return self._strings[number - 1]


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _long(body: bytes) -> int:
    """An integer as `marshal` writes it: digits of 15 bits, as many as the size says."""
    number = 0
    for at in range(len(body) - 2, 2, -2):
        digit = int.from_bytes(body[at : at + 2], "little")
        if digit >> _DIGIT_BITS:
            raise BadSnapshot("a digit that is too big")
        number = number << _DIGIT_BITS | digit
    return number if body[3] < 128 else -number
