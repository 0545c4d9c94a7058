"""What is kept of a value, which are written in place, and what may stand for an object?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..core.identity import identity
from ._classes import class_name

#: Paths of folders, each with what is written instead.
Folders = tuple[tuple[str, str], ...]


#: Types that `marshal` writes in a slot. By id: the hash of a class is its metaclass's to say.
ATOM_TYPES = (type(None), bool, int, float, complex, str, bytes, type(...))
ATOMS = frozenset(map(identity, ATOM_TYPES))
_INTS = frozenset((identity(int),))
_TEXTS = frozenset((identity(str), identity(bytes)))
SHORT = ATOMS - _INTS - _TEXTS
#: Longer strings become nodes of their own.
INLINE = 256
#: So do integers that are not between this and its negative.
BIG = 1 << 2_000
NEGATIVE_BIG = -BIG


def are_small_atoms(values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether all values can be written where they stand."""
    kinds = {*map(identity, map(type, values))}
    if kinds == _INTS:
        return NEGATIVE_BIG < min(values) <= max(values) < BIG  # type: ignore[no-any-return]
    if kinds <= SHORT:
        return True
    if kinds <= _TEXTS:
        return max(map(len, values)) <= INLINE
    return kinds <= ATOMS and all(map(_is_small, values))


def _is_small(atom: Any) -> bool:
    kind = type(atom)
    if kind is str or kind is bytes:
        return len(atom) <= INLINE
    return kind is not int or NEGATIVE_BIG < atom < BIG


def lacks_folders(payload: bytes, folders: Folders) -> bool:
    """Whether no string in there certainly names one of the folders."""
    # What is not ASCII may be written in several ways.
    return all(path.isascii() and path.encode() not in payload for path, _ in folders)


class Limits(NamedTuple):
    """How much of a value is kept."""

    #: Bytes of a snapshot; those that are cut take up to a quarter of a megabyte more.
    size: int = 1 << 20
    nodes: int = 20_000
    #: Of one container.
    items: int = 10_000
    #: Characters or bytes of one string; a longer one is cut and digested.
    text: int = 20_000
    depth: int = 1_000
    #: Taken from one iterator.
    yields: int = 100
    #: Bytes that are digested in all: about a fifth of a second's work.
    digested: int = 1 << 25
    #: Bytes of packed numbers, which do not count towards the size; further ones are digested.
    packed: int = 1 << 20


LIMITS = Limits()


class Unseen(NamedTuple):
    """Stands in a graph for what cannot be looked at."""

    type_name: str
    why: str


class Payload(NamedTuple):
    """Stands for the part of an object that belongs to one of its builtin bases."""

    handler: Callable[[Any, Any], None]
    value: object


class Digested(NamedTuple):
    """Stands for bytes that matter only as a whole, or are too many. They are made when needed."""

    type_name: str
    length: int
    #: Of what will be made, in bytes.
    size: int
    make: Callable[[], bytes | bytearray]
    prefix: bytes = b""


class Packed(NamedTuple):
    """Stands for the items of an array of numbers. Their bytes are made when needed."""

    #: Of `PACKED_BYTES`.
    letter: str
    #: At least one dimension, and none of length 0.
    shape: tuple[int, ...]
    #: In bytes.
    size: int
    #: In C order, of each number the lowest byte first.
    make: Callable[[], bytes]


def with_packed(out: bytearray, packed: list[tuple[int, bytes]]) -> bytes:
    """The bytes with packed numbers put in, each at its place; places are in order."""
    view = memoryview(out)
    parts: list[bytes | memoryview] = []
    start = 0
    for at, data in packed:
        parts += view[start:at], data
        start = at
    return b"".join((*parts, view[start:]))


class Drained:
    """What an iterator yielded, and how it ended."""

    __slots__ = ("end", "items", "source", "type_name")

    def __init__(self, source: object, items: list[Any], end: int) -> None:
        """`end` is EXHAUSTED, CUT_SHORT or RAISED, and then the exception is the last item."""
        #: Kept so that other references to the iterator are seen to be the same.
        self.source = source
        self.type_name = class_name(type(source))
        self.items = items
        self.end = end
