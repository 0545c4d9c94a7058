"""What kinds of values can a place take?

A shape is what is known about the values of one place, before any is made. Shapes come from types
that are declared, and from what the code does with a value where nothing is declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from swerve.observe.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Fixed:
    """One of these values, the simplest first."""

    values: tuple[Recipe, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers like those that the code mentions at this place, or others."""

    near: tuple[Recipe, ...] = ()
    is_float: bool = False
    #: How often something is done: a large one only takes time.
    is_count: bool = False


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts like those that the code mentions at this place, or others."""

    near: tuple[Recipe, ...] = ()
    is_bytes: bool = False
    #: Nothing but those.
    only: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Anything: the code hands it on, or says nothing. The same kind in all of a call."""

    #: Whether it is a key, or a member of a set.
    is_hashed: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """Values of one kind."""

    #: "list", "tuple", "set", "frozenset", "iterator"; "sequence" for what can be indexed, "sized"
    #: for what has a length, mostly, "iterable" for any of them and more; the dotted name of a
    #: class that is made from a list otherwise.
    kind: str
    item: Shape
    #: How many there are; none for any number.
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One value for each place."""

    items: tuple[Shape, ...]
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class Entry:
    """A key that the code knows."""

    key: Recipe
    value: Shape
    #: Whether the code gets along without.
    may_lack: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping: known keys, and others of one kind."""

    key: Shape
    value: Shape
    entries: tuple[Entry, ...] = ()
    #: Whether there is nothing but the known keys.
    is_closed: bool = False
    #: The dotted name of a class that is made from a dict.
    kind: str = "dict"


@dataclass(frozen=True, slots=True)
class Functions:
    """Something to call."""

    #: With how many arguments; none where that is not known.
    arities: tuple[int, ...] = ()
    #: What it should give, as `Known` says it.
    results: tuple[str, ...] = ("any",)
    #: What it is given, as themes are called; empty for what is given elsewhere in the call.
    takes: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """What a constructor takes."""

    name: str
    value: Shape
    by_keyword: bool = False
    may_lack: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """What a call gives: an instance of a class."""

    function: Recipe
    arguments: tuple[Argument, ...] = ()
    #: Attributes that are set afterwards, now and then.
    settings: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Array:
    """An array, or a table of a library."""

    #: "array", "sparse", "series", "index", "frame", "dataarray", "dataset", "generator".
    forms: tuple[str, ...] = ("array",)
    #: What its dimensions are called, or how many there may be, where that is known.
    dims: tuple[str, ...] = ()
    ndims: tuple[int, ...] = ()
    dtypes: tuple[str, ...] = ("float", "int")
    columns: tuple[str, ...] = ()
    #: The class of a sparse one; empty where that is not said.
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """One of several shapes, with how often each is picked."""

    shapes: tuple[Shape, ...]
    weights: tuple[int, ...]


Shape: TypeAlias = (
    Fixed | Numbers | Texts | Open | Many | Row | Table | Functions | Made | Array | Options
)

OPEN = Open()
HASHED = Open(is_hashed=True)
NOTHING = Fixed((None,))
EITHER = Fixed((False, True))

#: Weights are whole numbers; so many are 1.
WHOLE = 1000


def options(*weighted: tuple[Shape, float]) -> Shape:
    """One of several shapes; equal ones count together, those of no weight not at all."""
    shapes: dict[str, Shape] = {}
    found: dict[str, float] = {}
    for shape, weight in weighted:
        if weight > 0:
            key = repr(shape)  # 1 and True are equal, and not the same
            shapes[key] = shape
            found[key] = found.get(key, 0.0) + weight
    if len(found) < 2:
        return next(iter(shapes.values()), OPEN)
    total = sum(found.values())
    ordered = sorted(found, key=lambda key: -found[key])
    weights = [max(1, round(WHOLE * found[key] / total)) for key in ordered]
    return Options(tuple(shapes[key] for key in ordered), tuple(weights))
