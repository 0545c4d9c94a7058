"""What does the code say about each value it reads?"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .classes import CoarseClass

if TYPE_CHECKING:
    from .locating import Located, Version

#: Longer lists say nothing new, and generated code has tables without end.
_MOST_REMEMBERED = 200


class Kind(Enum):
    """How a value is reached."""

    NAME = "name"
    ATTRIBUTE = "attribute"
    CALL = "call"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Site:
    """One value that could be missing."""

    #: Its access path: `self.items[].price`.
    path: str
    kind: Kind
    #: The last identifier or key of the path: `price`.
    name: str


class ReadSite(NamedTuple):
    """Where in a syntax tree a value is read.

    The element of a loop is an item at the loop's target, what is awaited a call at the `await`.
    """

    #: Which of the versions that were read, counted as they were given.
    version: int
    kind: Kind
    #: As `ast` counts: lines from 1, columns in bytes of UTF-8.
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(slots=True)
class Usage:
    """Everything the code says about one path, merged over the versions."""

    #: Read or written on it, without those that are called.
    attributes: set[str] = field(default_factory=set)
    #: With a star where no method of that name which builtin types have takes such arguments.
    methods: set[str] = field(default_factory=set)
    #: "+", "%", "<", "-x", "[]", "[int]", "[str]", "[:]", "[key]" (of its own keys), "[at]" (by
    #: anything but a constant number), "[]=" and "del[]" where items are written; "in" for the left
    #: side of `in`, "contains" for the right; "[x:]" and "x[i]", "x[n]", "x[k]", "x[s]" where it
    #: bounds a slice or picks an item of anything, a sequence, a mapping, a mapping of texts;
    #: "hashed" for keys and members of sets; "%s", "%d", "%f" for formatting; "bytes" where the
    #: other operand is bytes; "**x" where it is unpacked by key; "[,]" for items got with a tuple;
    #: "[?]" by what is no constant, where a `try` expects that it is not there, "[?end]" where it
    #: expects that there are fewer;
    #: "divisor"; "times" for how often a sequence is repeated; "updated" for what goes into a
    #: mapping, "update k=" for what gets keywords; "pop()" and "pop(i)" of the end and of a place.
    operators: set[str] = field(default_factory=set)
    #: Classes of what it is added to, compared with or replaced by, where known.
    operand_classes: set[CoarseClass] = field(default_factory=set)
    #: What it is compared with: `==`, `<`, `in (...)`, `case`, `startswith`, dispatch by dict.
    literals: list[object] = field(default_factory=list)
    #: Constant keys -> whether the code asks if they are there.
    keys: dict[object, bool] = field(default_factory=dict)
    #: Paths of the keys that are no constants.
    key_paths: list[str] = field(default_factory=list)
    #: Attributes the code asks for before it uses them.
    asked_attributes: set[str] = field(default_factory=set)
    iterated: bool = False
    #: Into how many targets it is unpacked.
    unpacked: set[int] = field(default_factory=set)
    called: bool = False
    #: With how many arguments, by the code or by a function that it is handed to.
    called_with: set[int] = field(default_factory=set)
    awaited: bool = False
    #: Used in a `with` statement.
    entered: bool = False
    raised: bool = False
    #: Named in an `except` clause.
    caught: bool = False
    indexed_by_int: bool = False
    truth_tested: bool = False
    #: Compared with None where that asks about the path and not about a local's own None.
    none_tested: bool = False
    #: Dotted names of the classes it is held against.
    instance_of: list[str] = field(default_factory=list)
    #: Builtin and standard library functions it is handed to: "len", "re.match:1" for the second
    #: argument, "open:mode" for a keyword.
    passed_to: set[str] = field(default_factory=set)
    #: Source text of type expressions.
    annotations: list[str] = field(default_factory=list)
    #: Constants it has when nobody says otherwise.
    defaults: list[object] = field(default_factory=list)
    #: Constants at its place in doctests.
    examples: list[object] = field(default_factory=list)
    #: What the docstring says its type is, in the docstring's words.
    documented: str = ""
    #: Call paths: what surrounding `try` blocks expect it to raise, in source order.
    raises: list[str] = field(default_factory=list)
    #: Call paths: somewhere the result is thrown away.
    is_statement: bool = False
    #: Its truth values that lead to an early way out.
    exits_when: set[bool] = field(default_factory=set)


@dataclass(slots=True)
class Usages:
    """What both versions say about all they read."""

    paths: dict[str, Usage] = field(default_factory=dict)
    #: Every distinct path that could be missing, in source order.
    sites: list[Site] = field(default_factory=list)
    #: All literals by class; bytes under STRING, as bytes.
    pool: dict[CoarseClass, list[object]] = field(default_factory=dict)
    #: Strings handed to functions of `re`.
    patterns: list[str] = field(default_factory=list)
    #: Whether the code asks how long anything is.
    measures: bool = False
    #: All dotted names of classes that values are held against.
    instance_classes: list[str] = field(default_factory=list)
    free_names: set[str] = field(default_factory=set)
    #: Those of the free names that an import binds.
    imported: set[str] = field(default_factory=set)
    #: In order, those of the last version first where the versions differ.
    parameters: list[str] = field(default_factory=list)
    #: Where the value at a site's path is read, under whatever name: the last version first, then
    #: in the order in which the code runs. Sites that are only written or handed on have none.
    places: dict[str, list[ReadSite]] = field(default_factory=dict)
    versions: tuple[Version, ...] = field(default=(), repr=False)
    #: The function of each version in the tree that places speak of; `None` where it is not found.
    located: tuple[Located | None, ...] = field(default=(), repr=False, compare=False)

    def copied(self) -> Usages:
        """The same, to be added to without touching this one."""
        found = _copied(self)
        found.paths = {path: _copied(usage) for path, usage in self.paths.items()}
        found.pool = {kind: list(values) for kind, values in self.pool.items()}
        found.places = {path: list(places) for path, places in self.places.items()}
        return found

    def at(self, path: str) -> Usage:
        """What is said about a path, to be added to."""
        usage = self.paths.get(path)
        if usage is None:
            usage = self.paths[path] = Usage()
        return usage


_Record = TypeVar("_Record", Usage, Usages)


def _copied(record: _Record) -> _Record:
    """A record with containers of its own."""
    found = copy(record)
    for each in fields(record):
        part = getattr(record, each.name)
        if isinstance(part, (set, list, dict)):
            setattr(found, each.name, part.copy())
    return found


def remember(values: list[object], value: object) -> None:
    """Add a value that is not there yet; 1, 1.0 and True are three values."""
    if len(values) < _MOST_REMEMBERED and not any(
        type(other) is type(value) and other == value for other in values
    ):
        values.append(value)


def in_order(values: Iterable[object]) -> list[object]:
    """The items of a literal in an order that is the same in every process."""
    if isinstance(values, (set, frozenset)):
        return sorted(values, key=repr)
    return list(values)


def remember_name(names: list[str], name: str) -> None:
    """Add a name that is not there yet."""
    if name not in names:
        names.append(name)
