"""What does a clause see of a snapshot?

Builtin values as Python has them, made anew from the data, so that comparing them runs no code but
Python's. Objects as a `Thing` with the attributes they hold; what was cut or not seen as `Hidden`.
"""

from __future__ import annotations

import math
import reprlib
import sys
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from swerve.observe.snapshot import (
    Atom,
    Cut,
    Entries,
    Graph,
    Index,
    Items,
    Named,
    Object,
    Opaque,
    Packed,
    show,
)

from ._budget import CannotTell, ClauseBudget
from ._classes import names_class

_WIDTH = 120
_DECIMAL_DIGITS = 5_000
_MOST_NUMBERS = 2_000


class Reference:
    """A class, a function, a module or a member of one of them, by its dotted name."""

    __slots__ = ("kind", "name")

    def __init__(self, name: str, kind: str = "class") -> None:
        self.name = name
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Reference):
            return names_class(self.name, other.name) or names_class(other.name, self.name)
        if isinstance(other, Thing) and other.is_member:
            return names_class(self.name, f"{other.type}.{other.field('name')}") or (
                self.name.rpartition(".")[2] == other.field("name")
                and names_class(self.name.rpartition(".")[0], other.type)
            )
        return False

    def __hash__(self) -> int:
        return hash(self.name.rpartition(".")[2])

    def __repr__(self) -> str:
        return self.name


class Hidden:
    """A value that was too long to send or could not be seen."""

    __slots__ = ("key", "length", "type", "why")

    def __init__(self, type_: str, why: str, length: int = -1, key: object = None) -> None:
        self.type = type_
        self.why = why
        self.length = length
        #: What equal values have in common, where that much is known.
        self.key = key

    def __eq__(self, other: Any) -> bool:
        if self is other:
            return True
        if isinstance(other, Hidden) and self.key is not None and other.key is not None:
            return bool(self.key == other.key)
        is_sized = isinstance(other, (str, bytes, list, tuple, set, frozenset, dict))
        length = len(other) if is_sized else getattr(other, "length", -1)
        if type_name(other) == self.type and -1 < length != self.length > -1:
            return False
        if other is None or (isinstance(other, (bool, int, float)) and self.type != "int"):
            return False
        return self.refuse()

    def refuse(self, *_: object) -> NoReturn:
        """Say that nothing can be said."""
        raise CannotTell(self.why)

    __hash__ = __bool__ = __lt__ = __gt__ = __le__ = __ge__ = refuse

    def __repr__(self) -> str:
        return f"<{self.type}: {self.why}>"


class Thing:
    """An object: its type and the attributes it holds."""

    __slots__ = ("_space", "index", "type")

    def __init__(self, space: Space, index: Index, type_: str) -> None:
        self._space = space
        self.index = index
        self.type = type_

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its attributes."""
        return tuple(name for name, _ in self._node.fields)

    @property
    def _node(self) -> Object:
        node = self._space.graph.nodes[self.index]
        return node if isinstance(node, Object) else Object(self.type, ())

    @property
    def is_member(self) -> bool:
        """Whether it is a member of an enumeration."""
        return not self._node.mutable and self.fields == ("name", "value")

    @property
    def is_exception(self) -> bool:
        """Whether it looks like an exception."""
        return "args" in self.fields

    def field(self, name: str) -> Any:
        """An attribute; `AttributeError` where it holds none of that name."""
        for known, index in self._node.fields:
            if known == name:
                return self._space.value(index)
        raise AttributeError(
            f"`{self.type}` holds no attribute `{name}`: its snapshot has "
            + (", ".join(f"`{each}`" for each in self.fields[:8]) or "none")
        )

    @property
    def content(self) -> Any:
        """What the builtin base holds, or what an iterator would yield; `None` for others.

        A path is not its text, and an array not a list: what they hold is no builtin base.
        """
        node = self._space.graph.nodes[self.index]
        if isinstance(node, Object) and not _has_builtin_base(node, self._space.graph):
            return None
        return self._space.content(self.index)

    @property
    def inner(self) -> Any:
        """What stands for its state, where that is no attribute: the text of a path."""
        return self._space.content(self.index)

    @property
    def _equals_builtin(self) -> bool:
        """Whether it is equal to the builtin value that it holds, as a subclass of `list` is."""
        node = self._space.graph.nodes[self.index]
        is_iterator = isinstance(node, Items) and node.end != ""
        return self.type not in _UNLIKE_BUILTINS and not is_iterator and self.content is not None

    def __eq__(self, other: object) -> bool:
        """By their attributes, or what the builtin base holds: no `__eq__` of a project runs."""
        if self is other:
            return True
        if isinstance(other, Thing):
            return self._is_equal(other)
        if isinstance(other, Reference):
            return other == self
        if self.is_member and not isinstance(other, Hidden) and self.field("value") == other:
            raise CannotTell(f"whether a member of `{self.type}` equals its value is not known")
        if not self._equals_builtin:
            return False
        self._space.budget.weigh(self.content)
        return bool(self.content == other)

    def _is_equal(self, other: Thing) -> bool:
        equal = self._space.budget.equal
        key = id(self._space), self.index, id(other._space), other.index
        if key not in equal:
            equal[key] = True  # where they lead to themselves, that is alike
            equal[key] = self._looks_like(other)
        return equal[key]

    def _looks_like(self, other: Thing) -> bool:
        self._space.budget.spend()
        if self._equals_builtin and other._equals_builtin:
            self._space.budget.weigh(self.content)
            return bool(self.content == other.content)
        aside = self._space.aside(self.type)
        mine = {name for name in self.fields if name not in aside}
        if self.type != other.type or mine != {name for name in other.fields if name not in aside}:
            return False
        for name in sorted(mine):
            value = self.field(name)
            self._space.budget.weigh(value)
            if value != other.field(name):
                return False
        inner, theirs = self._space.content(self.index), other._space.content(other.index)
        self._space.budget.weigh(inner)
        return bool(inner == theirs)

    def __hash__(self) -> int:
        self._space.budget.spend()
        content = self.content
        if content is not None:
            self._space.budget.weigh(content)
            return hash(content)
        if self.is_member:
            return hash(self.field("name"))
        nodes = self._space.graph.nodes
        atoms = [nodes[index] for _, index in self._node.fields]
        values = [str(atom.value)[:99] for atom in atoms if isinstance(atom, Atom)]
        return hash((self.type, *values[:8]))

    def __lt__(self, other: object) -> bool:
        return bool(self._ordered() < plain(other))

    def __gt__(self, other: object) -> bool:
        return bool(self._ordered() > plain(other))

    def _ordered(self) -> Any:
        content = self.content
        if content is None:
            raise TypeError(f"how `{self.type}` objects are ordered depends on their own code")
        self._space.budget.weigh(content)
        return content

    def __bool__(self) -> bool:
        content = self.content
        if content is not None:
            return bool(content)
        raise CannotTell(
            f"whether a `{self.type}` is true depends on its own code; use `is not None`"
        )

    def __repr__(self) -> str:
        return show(self._space.graph, self.index, _WIDTH)


class Space:
    """The values of one snapshot. The same index is the same value, so `is` works within it."""

    def __init__(
        self,
        graph: Graph,
        budget: ClauseBudget,
        uncommon: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.graph = graph
        self.budget = budget
        #: (class, field) that only one version has: they have no part in what objects have alike.
        self._uncommon = uncommon
        self._known: dict[Index, Any] = {}
        self._contents: dict[Index, Any] = {}
        self._open: set[Index] = set()

    def aside(self, type_name: str) -> frozenset[str]:
        """Fields of a type that only one version has."""
        return frozenset(name for owner, name in self._uncommon if names_class(owner, type_name))

    def value(self, index: Index) -> Any:
        """The value of a node."""
        if index not in self._known:
            if index in self._open:
                raise CannotTell("a value contains itself")
            self._open.add(index)
            try:
                self.budget.spend()
                self._known[index] = self._made(index)
            finally:
                self._open.discard(index)
        return self._known[index]

    def content(self, index: Index) -> Any:
        """What the builtin base of an object holds; `None` where there is none."""
        if index not in self._contents:
            node = self.graph.nodes[index]
            found = None
            if isinstance(node, Object) and node.content is not None:
                found = self.value(node.content)
            elif isinstance(node, Items):
                found = [self.value(each) for each in node.items]
            elif isinstance(node, Entries):
                found = self._dictionary(node)
            self._contents[index] = found
        return self._contents[index]

    def _made(self, index: Index) -> Any:
        node = self.graph.nodes[index]
        if isinstance(node, Atom):
            return node.value
        if isinstance(node, Items):
            return self._items(index, node)
        if isinstance(node, Packed):
            return self._numbers(node)
        if isinstance(node, Entries):
            if len(node.entries) < node.length:
                return Hidden(node.type, f"a `{node.type}` was truncated", node.length)
            if node.type != "dict":
                return Thing(self, index, node.type)
            made = self._dictionary(node)
            return made if len(made) == node.length else _ambiguous(node.type, node.length)
        if isinstance(node, Object):
            return self._object(index, node)
        if isinstance(node, Named):
            return Reference(node.name, node.kind)
        if isinstance(node, Cut):
            key = (node.type, node.length, node.digest) if node.digest else None
            key = None if node.type == "code" else key
            why = f"a `{node.type}` of length {node.length:,} was truncated"
            return Hidden(node.type, why, node.length if node.type != "int" else -1, key)
        assert isinstance(node, Opaque)  # noqa: S101 - for the type checker: nothing else is left
        return Hidden(node.type, f"a `{node.type}` could not be captured: {node.why}")

    def _items(self, index: Index, node: Items) -> Any:
        if node.end == "cut" or len(node.items) < node.length:
            return Hidden(
                node.type, f"a `{node.type}` was truncated", -1 if node.end else node.length
            )
        if node.end == "raised":
            return Hidden(node.type, f"a `{node.type}` raised when it was read")
        make = _CONTAINERS.get(node.type)
        if make is None:
            return Thing(self, index, node.type)
        items = [self.value(each) for each in node.items]
        if make not in (set, frozenset):
            return make(items)
        self._weigh_keys(items)
        made = make(items)
        return made if len(made) == node.length else _ambiguous(node.type, node.length)

    def _numbers(self, node: Packed) -> Any:
        count = math.prod(node.shape)
        if count > _MOST_NUMBERS:
            why = f"an array of {count:,} numbers is too long to be looked into"
            return Hidden(node.type, why, node.length, (node.letter, node.shape, node.data))
        self.budget.spend(count)
        return node.listed()

    def _dictionary(self, node: Entries) -> dict[Any, Any]:
        entries = [(self.value(key), self.value(value)) for key, value in node.entries]
        self._weigh_keys([key for key, _ in entries])
        return dict(entries)

    def _weigh_keys(self, keys: list[Any]) -> None:
        """Take the steps that hashing takes, and those that hashes made to collide would take."""
        large = 0
        for key in keys:
            if isinstance(key, (list, dict, set)):
                raise CannotTell("a snapshot has keys that are not hashable")
            self.budget.weigh(key)
            large += isinstance(key, int) and not -(1 << 60) < key < 1 << 60
        self.budget.spend(large * large // 64)

    def _object(self, index: Index, node: Object) -> Any:
        make = _LIBRARY.get(node.type)
        if make is None:
            return Thing(self, index, node.type)
        fields = {name: self.value(each) for name, each in node.fields}
        content = None if node.content is None else self.value(node.content)
        try:
            made = make(fields, content)
        except (ValueError, TypeError, ArithmeticError, KeyError):
            made = None
        return Thing(self, index, node.type) if made is None else made


def _ambiguous(type_: str, length: int) -> Hidden:
    """Members that are told apart by code of the project only."""
    return Hidden(type_, f"a `{type_}` has members that look alike", length)


#: Types of the standard library that hold a builtin value and behave like it.
_LIKE_BUILTINS = ("array.array", "bytearray", "collections.defaultdict")
#: Those that are not equal to it.
_UNLIKE_BUILTINS = ("array.array", "collections.deque")
_PARTICULAR = frozenset(sys.stdlib_module_names) | {"numpy", "pandas", ""}


def _has_builtin_base(node: Object, graph: Graph) -> bool:
    if node.content is None:
        return False
    package = node.type.partition(".")[0] if "." in node.type else ""
    if package == "numpy":  # its numbers are numbers, its arrays are no lists
        return not node.fields and isinstance(graph.nodes[node.content], Atom)
    return node.type in _LIKE_BUILTINS or package not in _PARTICULAR


_CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict_keys": list,
    "dict_values": list,
    "dict_items": list,
}


def _decimal(_: dict[str, Any], text: Any) -> Decimal | None:
    if not isinstance(text, str) or len(text) > _DECIMAL_DIGITS:
        return None
    return Decimal(text)


def _naive(make: Callable[..., Any]) -> Callable[[dict[str, Any], Any], Any]:
    """A time without a zone; those with one stay objects."""

    def made(fields: dict[str, Any], _: Any) -> Any:
        if fields.pop("tzinfo", None) is not None:
            return None
        return make(**fields)

    return made


#: Types of the standard library that clauses compute with.
_LIBRARY: dict[str, Callable[[dict[str, Any], Any], Any]] = {
    "decimal.Decimal": _decimal,
    "fractions.Fraction": lambda fields, _: Fraction(fields["_numerator"], fields["_denominator"]),
    "datetime.date": lambda fields, _: date(**fields),
    "datetime.datetime": _naive(datetime),
    "datetime.time": _naive(time),
    "datetime.timedelta": lambda fields, _: timedelta(**fields),
    "range": lambda fields, _: range(fields["start"], fields["stop"], fields["step"]),
}


def plain(value: Any) -> Any:
    """The builtin value that operators work on: of a subclass of `list`, the list."""
    if isinstance(value, Hidden):
        value.refuse()
    if isinstance(value, Thing):
        content = value.content
        if content is not None:
            return plain(content)
    return value


def computable(value: Any) -> Any:
    """The builtin value that operators work on; `TypeError` for objects, which have their own."""
    value = plain(value)
    if isinstance(value, Thing):
        raise TypeError(f"how operators treat a `{value.type}` depends on its own code")
    if isinstance(value, Reference):
        raise TypeError(f"`{value.name}` cannot be used with operators")
    return value


def type_name(value: Any) -> str:
    """The name of the type of a value, as snapshots have it."""
    if isinstance(value, (Thing, Hidden)):
        return value.type
    if isinstance(value, Reference):
        return "type" if value.kind == "class" else value.kind
    kind = type(value)
    return (
        kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    )


class _Shortened(reprlib.Repr):
    """Values as Python writes them, and not too much of them."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 8
        self.maxstring = self.maxother = _WIDTH
        self.maxlevel = 4

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if x.bit_length() <= 400 else f"<an int of {x.bit_length():,} bits>"


_SHORTENED = _Shortened()


def shown(value: Any) -> str:
    """A value for a person."""
    if isinstance(value, (Thing, Hidden, Reference)):
        return repr(value)
    text = _SHORTENED.repr(value)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."
