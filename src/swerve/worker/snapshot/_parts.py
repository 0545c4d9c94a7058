"""What is kept of a value, and what may stand in a graph for an object?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._classes import class_name


class Limits:
    """How much of a value is kept."""

    __slots__ = ("depth", "digested", "items", "nodes", "size", "text", "yields")

    def __init__(
        self,
        *,
        size: int = 1 << 20,
        nodes: int = 20_000,
        items: int = 10_000,
        text: int = 20_000,
        depth: int = 1_000,
        yields: int = 100,
        digested: int = 1 << 25,
    ) -> None:
        #: Bytes of a snapshot; those that are cut take up to a quarter of a megabyte more.
        self.size = size
        self.nodes = nodes
        #: Of one container.
        self.items = items
        #: Characters or bytes of one string; a longer one is cut and digested.
        self.text = text
        self.depth = depth
        #: Taken from one iterator.
        self.yields = yields
        #: Bytes that are digested in all: about a fifth of a second's work.
        self.digested = digested


LIMITS = Limits()


class Unseen:
    """Stands in a graph for what cannot be looked at."""

    __slots__ = ("type_name", "why")

    def __init__(self, type_name: str, why: str) -> None:
        self.type_name = type_name
        self.why = why


class Payload:
    """Stands for the part of an object that belongs to one of its builtin bases."""

    __slots__ = ("handler", "value")

    def __init__(self, handler: Callable[[Any, Any], None], value: object) -> None:
        self.handler = handler
        self.value = value


class Digested:
    """Stands for bytes that matter only as a whole, or are too many. They are made when needed."""

    __slots__ = ("length", "make", "prefix", "size", "type_name")

    def __init__(
        self,
        type_name: str,
        length: int,
        size: int,
        make: Callable[[], bytes | bytearray],
        prefix: bytes = b"",
    ) -> None:
        self.type_name = type_name
        self.length = length
        #: Of what will be made, in bytes.
        self.size = size
        self.make = make
        self.prefix = prefix


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
