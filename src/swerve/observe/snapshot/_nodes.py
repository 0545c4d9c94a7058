"""What is a value once it has left its process? A graph of these nodes.

Children are indexes into `Graph.nodes`. The same index is the same object: that is how sharing and
cycles are kept. For values that cannot be changed (strings, numbers, tuples) an index may be shared
or not; only the sharing of mutable ones means something.

`type` is always a name: `module.qualname`, or the bare name for a builtin (`list`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from types import EllipsisType, NotImplementedType
from typing import Any, TypeAlias

from swerve.worker.snapshot.format import PACKED_BYTES

#: A position in `Graph.nodes`.
Index: TypeAlias = int

Number: TypeAlias = bool | int | float | complex
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
class Packed:
    """Numbers in lists: what `Items` of `Items` of atoms would say, in one piece."""

    #: Of `PACKED_BYTES`.
    letter: str
    #: At least one dimension, and none of length 0.
    shape: tuple[int, ...]
    #: In C order, of each number the lowest byte first.
    data: bytes

    @property
    def type(self) -> str:
        """What an array is called once its items are listed."""
        return "list"

    @property
    def length(self) -> int:
        """How many items there are, each a number or a list of such."""
        return self.shape[0]

    def numbers(self) -> tuple[Number, ...]:
        """All numbers, in C order."""
        if self.letter in "FD":
            parts = self.floats()
            return tuple(map(complex, parts[::2], parts[1::2]))
        count = len(self.data) // PACKED_BYTES[self.letter]
        return struct.unpack(f"<{count}{self.letter}", self.data)

    def floats(self) -> tuple[float, ...]:
        """All floats, in C order: a complex number is two."""
        letter = self.letter.lower()
        if letter not in "efd":
            return ()
        return struct.unpack(f"<{len(self.data) // PACKED_BYTES[letter]}{letter}", self.data)

    def listed(self) -> list[Any]:
        """The lists that it stands for."""
        if len(self.shape) > 1:
            return [row.listed() for row in self.rows()]
        return [*self.numbers()]

    def rows(self) -> list[Packed]:
        """The items where these are lists."""
        size = len(self.data) // self.length
        pieces = [self.data[at : at + size] for at in range(0, len(self.data), size)]
        return [Packed(self.letter, self.shape[1:], piece) for piece in pieces]

    def first(self, most: int) -> Packed:
        """The first few items."""
        count = min(most, self.length)
        size = len(self.data) // self.length
        return Packed(self.letter, (count, *self.shape[1:]), self.data[: count * size])


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


Node: TypeAlias = Atom | Cut | Items | Packed | Entries | Object | Named | Opaque


def children_of(node: Node) -> tuple[Index, ...]:
    """All nodes that one leads to."""
    if isinstance(node, Items):
        return node.items
    if isinstance(node, Entries):
        return tuple(index for entry in node.entries for index in entry)
    if isinstance(node, Object):
        fields = tuple(index for _, index in node.fields)
        return fields if node.content is None else (*fields, node.content)
    return ()


@dataclass(frozen=True, slots=True)
class Graph:
    """One or more values that were looked at together, so that what they share is seen."""

    nodes: Sequence[Node]
    #: (name, index) in the order given.
    roots: tuple[tuple[str, Index], ...]
    #: Everything was seen, if only by its digest: an equal snapshot is an equal value.
    complete: bool
    #: What was left out and why, for a person.
    notes: tuple[str, ...] = ()

    def root(self, name: str) -> Node | None:
        """The value of that name, if there is one."""
        index = dict(self.roots).get(name)
        return None if index is None else self.nodes[index]


# --- how does a person read a value? As Python, as far as it is Python, and not too much of it ----

_ELLIPSIS = "..."
#: Deeper values are not shown, however short they are.
_DEEPEST = 40
#: Bits of an integer that is shown in decimal.
_DECIMAL_BITS = 1_000
_BRACKETS = {"list": ("[", "]"), "tuple": ("(", ")"), "set": ("{", "}")}


def show(graph: Graph, index: Index, width: int = 200) -> str:
    """The value as Python, at most about `width` characters of it.

    An object inside itself is `...`, and so is what was cut or found no place.
    """
    writer = _Writer(graph, width)
    writer.put_node(index)
    text = "".join(writer.parts)
    return text if len(text) <= width else text[: max(0, width - len(_ELLIPSIS))] + _ELLIPSIS


class _Writer:
    def __init__(self, graph: Graph, width: int) -> None:
        self._nodes = graph.nodes
        self._width = width
        self._used = 0
        #: Nodes that are being written: to meet one again is a cycle.
        self._open: set[Index] = set()
        self.parts: list[str] = []

    @property
    def _is_full(self) -> bool:
        return self._used > self._width

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self._used += len(text)

    def put_node(self, index: Index) -> None:
        """Write one value."""
        if index in self._open or len(self._open) >= _DEEPEST:
            self._put(_ELLIPSIS)
            return
        self._open.add(index)
        node = self._nodes[index]
        if isinstance(node, Atom):
            self._put(_scalar_text(node.value, self._width))
        elif isinstance(node, Cut):
            self._put(_cut_text(node, self._width))
        elif isinstance(node, Items):
            self._put_items(node)
        elif isinstance(node, Packed):
            self._put_packed(node)
        elif isinstance(node, Entries):
            self._put_entries(node)
        elif isinstance(node, Object):
            self._put_object(node)
        elif isinstance(node, Named):
            self._put(node.name if node.kind == "object" else f"<{node.kind} {node.name}>")
        else:
            self._put(f"<{_short(node.type)}: {node.why}>")
        self._open.discard(index)

    # --- containers -----------------------------------------------------------------------------

    def _put_items(self, node: Items) -> None:
        if node.end:
            self._put_iterator(node)
            return
        cut = len(node.items) < node.length
        if node.type == "set" and not node.items:
            self._put("set()" if not cut else "{...}")
            return
        is_plain = node.type in _BRACKETS
        is_set = not node.ordered and not node.type.startswith("dict_")
        left, right = _BRACKETS[node.type if is_plain else "set" if is_set else "list"]
        if not is_plain:
            self._put(f"{_short(node.type)}(")
        self._put(left)
        self._put_list(map(self._writing, node.items), cut=cut)
        if node.type == "tuple" and node.length == 1:
            self._put(",")
        self._put(right if is_plain else right + ")")

    def _put_iterator(self, node: Items) -> None:
        self._put(f"<{_short(node.type)}: ")
        values, raised = node.items, None
        if node.end == "raised":
            values, raised = node.items[:-1], node.items[-1]
        self._put_list(map(self._writing, values), cut=node.end == "cut")
        if raised is not None:
            self._put("; raises ")
            self.put_node(raised)
        self._put(">")

    def _put_packed(self, node: Packed) -> None:
        few = node.first(self._width)  # each takes a character at least
        self._put("[")
        if len(few.shape) > 1:
            self._put_list([partial(self._put_packed, row) for row in few.rows()])
        else:
            self._put_list([partial(self._put, repr(number)) for number in few.numbers()])
        self._put("]")

    def _put_entries(self, node: Entries) -> None:
        is_plain = node.type == "dict"
        self._put("{" if is_plain else f"{_short(node.type)}({{")
        cut = len(node.entries) < node.length
        self._put_list((self._writing_entry(*entry) for entry in node.entries), cut=cut)
        self._put("}" if is_plain else "})")

    def _put_list(self, writers: Iterable[Callable[[], None]], *, cut: bool = False) -> None:
        first = True
        for write in writers:
            if self._is_full:
                return
            if not first:
                self._put(", ")
            first = False
            write()
        if cut:
            self._put(_ELLIPSIS if first else f", {_ELLIPSIS}")

    def _writing(self, index: Index) -> Callable[[], None]:
        return lambda: self.put_node(index)

    def _writing_entry(self, key: Index, value: Index) -> Callable[[], None]:
        def write() -> None:
            self.put_node(key)
            self._put(": ")
            self.put_node(value)

        return write

    def _writing_field(self, name: str, value: Index) -> Callable[[], None]:
        def write() -> None:
            self._put(f"{name}=")
            self.put_node(value)

        return write

    # --- objects --------------------------------------------------------------------------------

    def _put_object(self, node: Object) -> None:
        fields = dict(node.fields)
        special = _SPECIAL.get(node.type)
        name = _short(node.type)
        if special is not None and set(special) <= set(fields):
            arguments = [fields[each] for each in special]
            while len(arguments) > _LEAST.get(node.type, 9) and self._is_nothing(arguments[-1]):
                arguments.pop()
            self._put_call(name, arguments, {}, node.content)
        elif node.type == "uuid.UUID" and "int" in fields:
            self._put(_uuid_text(self._nodes[fields["int"]]))
        elif node.type == "method" and set(fields) == {"__func__", "__self__"}:
            self._put("<bound ")
            self.put_node(fields["__func__"])
            self._put(" of ")
            self.put_node(fields["__self__"])
            self._put(">")
        elif node.type == "function" and "__qualname__" in fields:
            self._put_local_function(fields)
        elif _is_enum(node):
            self._put_member(name, fields)
        elif node.type == "itertools.count" and node.content is not None:
            count = self._nodes[node.content]
            self._put(str(count.value) if isinstance(count, Atom) else name)
        elif "args" in fields and self._is_tuple(fields["args"]):
            self._put_exception(name, fields)
        else:
            self._put_call(name, [], fields, node.content)

    def _put_call(
        self, name: str, arguments: list[Index], fields: dict[str, Index], content: Index | None
    ) -> None:
        if content is not None:
            arguments = [*arguments, content]
        self._put(f"{name}(")
        while (
            len(arguments) > 3 and name in ("datetime", "time") and self._is_nothing(arguments[-1])
        ):
            arguments = arguments[:-1]
        writers = [self._writing(argument) for argument in arguments]
        writers += [self._writing_field(each, value) for each, value in fields.items()]
        self._put_list(writers)
        self._put(")")

    def _is_nothing(self, index: Index) -> bool:
        node = self._nodes[index]
        return isinstance(node, Atom) and not node.value

    def _put_exception(self, name: str, fields: dict[str, Index]) -> None:
        """Write `ValueError('text')`; attributes only where they say more than the arguments."""
        arguments = self._nodes[fields.pop("args")]
        given = arguments.items if isinstance(arguments, Items) else ()
        told = {self._nodes[index] for index in given if self._is_atom(index)}
        rest = {
            each: value
            for each, value in fields.items()
            if not (self._is_atom(value) and self._nodes[value] in told)
        }
        self._put_call(name, list(given), rest, None)

    def _is_tuple(self, index: Index) -> bool:
        node = self._nodes[index]
        return isinstance(node, Items) and node.type == "tuple"

    def _is_atom(self, index: Index) -> bool:
        return isinstance(self._nodes[index], Atom)

    def _put_member(self, name: str, fields: dict[str, Index]) -> None:
        member = self._nodes[fields["name"]]
        if isinstance(member, Atom) and isinstance(member.value, str):
            self._put(f"{name}.{member.value}")
        else:
            self._put_call(name, [fields["value"]], {}, None)

    def _put_local_function(self, fields: dict[str, Index]) -> None:
        name = self._nodes[fields["__qualname__"]]
        self._put(f"<function {str(name.value) if isinstance(name, Atom) else '?'}")
        closure = fields.get("__closure__")
        if closure is not None and not self._is_nothing(closure):
            self._put(" with ")
            self.put_node(closure)
        self._put(">")


_TIME = ("hour", "minute", "second", "microsecond", "tzinfo")
#: Types that are made by a call with these fields, in this order.
BY_POSITION = {
    "range": ("start", "stop", "step"),
    "slice": ("start", "stop", "step"),
    "fractions.Fraction": ("_numerator", "_denominator"),
    "datetime.date": ("year", "month", "day"),
    "datetime.datetime": ("year", "month", "day", *_TIME),
    "datetime.time": _TIME,
    "datetime.timedelta": ("days", "seconds", "microseconds"),
}
#: Types that are shown like that.
_SPECIAL = {
    **BY_POSITION,
    "zoneinfo.ZoneInfo": ("key",),
    "functools.partial": ("func", "args", "keywords"),
    "re.Pattern": ("pattern", "flags"),
    "collections.defaultdict": ("default_factory",),
}
#: How many of them are shown even when they are zero or None.
_LEAST = {"datetime.datetime": 5, "datetime.time": 2, "datetime.timedelta": 1}


def _is_enum(node: Object) -> bool:
    return (
        not node.mutable
        and node.content is None
        and [name for name, _ in node.fields] == ["name", "value"]
    )


def _short(type_name: str) -> str:
    """The last part of a name: `Order` for `app.models.Order`."""
    return type_name.rpartition(".")[2]


def _uuid_text(node: object) -> str:
    number = node.value if isinstance(node, Atom) else None
    if not isinstance(number, int) or not 0 <= number < 1 << 128:
        return "UUID(?)"
    digits = f"{number:032x}"
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return f"UUID('{'-'.join(parts)}')"


def _scalar_text(value: Scalar, width: int) -> str:
    if isinstance(value, str | bytes) and len(value) > width:
        return repr(value[:width]) + _ELLIPSIS
    if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS:
        digits = hex(value)
        return digits if len(digits) <= width else digits[:width] + _ELLIPSIS
    return repr(value)


def _cut_text(node: Cut, width: int) -> str:
    if node.type in ("str", "bytes"):
        unit = "characters" if node.type == "str" else "bytes"
        return f"{_scalar_text(node.prefix, width // 2)}... ({node.length:,} {unit})"
    return f"<{node.type}, {node.length:,} long, {node.digest.hex()[:12]}>"
