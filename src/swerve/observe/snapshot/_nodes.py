"""What is a value once it has left its process? A graph of these nodes.

Children are indexes into `Graph.nodes`. The same index is the same object: that is how sharing and
cycles are kept. For values that cannot be changed (strings, numbers, tuples) an index may be shared
or not; only the sharing of mutable ones means something.

`type` is always a name: `module.qualname`, or the bare name for a builtin (`list`).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import EllipsisType, NotImplementedType
from typing import TypeAlias

#: A position in `Graph.nodes`.
Index: TypeAlias = int

Scalar: TypeAlias = (
    bool | int | float | complex | str | bytes | EllipsisType | NotImplementedType | None
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A value of exactly one of the builtin scalar types.

    `==` on nodes is Python's: `Atom(1) == Atom(True)`, and a NaN differs from itself. Comparing
    values is the job of `swerve.compare`.
    """

    value: Scalar


@dataclass(frozen=True, slots=True)
class Cut:
    """Something too long to send, or of no interest in itself: its digest stands for it.

    Equal digests: the same. Different digests: different, except for `type == "code"` (the code
    of a function made during the call), where they say nothing: other code may do the same.
    """

    #: `str`, `bytes`, `int` (prefix and digest of its bytes, lowest first), `code`, or what was
    #: digested.
    type: str
    prefix: str | bytes
    #: Of the whole, in characters or bytes.
    length: int
    #: Of the whole; empty where even that would have taken too long: then only the prefix and the
    #: length are known.
    digest: bytes


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence, a set, or what an iterator would yield.

    Cut when `len(items) < length`, or when `end` is `"cut"`.
    """

    type: str
    items: tuple[Index, ...]
    length: int
    #: False for sets: then the order of `items` means nothing.
    ordered: bool
    #: False: sharing this object with another place cannot be noticed.
    mutable: bool
    #: Empty except for iterators: `exhausted`, `cut`, or `raised` (the last item is the exception).
    end: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """A dictionary: (key, value) pairs. Cut when `len(entries) < length`."""

    type: str
    entries: tuple[tuple[Index, Index], ...]
    length: int
    #: True only where the order is a part of the value: `OrderedDict`.
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Object:
    """Anything with attributes, sorted by name; each name occurs once.

    Of a `function` (one made during the call) the field `__code__` is a `Cut` of type `code`: where
    these differ, the other fields say nothing either.
    """

    type: str
    fields: tuple[tuple[str, Index], ...]
    #: What the builtin base holds: the list of a list subclass, the text of a `Decimal`.
    content: Index | None = None
    #: False: sharing it with another place cannot be noticed (a `Decimal`, an enum member).
    mutable: bool = True


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that is what its name says; a class of the old tree is its namesake of the new."""

    #: `function`, `class`, `module`.
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Opaque:
    """Something that could not be seen: nothing is known but its type, so it equals nothing."""

    type: str
    #: For a person.
    why: str


Node: TypeAlias = Atom | Cut | Items | Entries | Object | Named | Opaque


@dataclass(frozen=True, slots=True)
class Graph:
    """One or more values that were looked at together, so that what they share is seen."""

    nodes: tuple[Node, ...]
    #: (name, index) in the order given.
    roots: tuple[tuple[str, Index], ...]
    #: Everything was seen, if only by its digest: an equal snapshot is an equal value.
    complete: bool
    #: What was left out and why, for a person.
    notes: tuple[str, ...] = ()
