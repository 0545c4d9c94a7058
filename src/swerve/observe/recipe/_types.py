"""Which types does a target declare, as far as a worker could tell?

Values of these types are made as recipes: an engine walks a type, and finds in the inventory what
the classes in it need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from swerve.observe.recipe._forms import Name, Recipe


@dataclass(frozen=True, slots=True)
class Anything:
    """Nothing is known: `Any`, or no annotation."""


ANYTHING = Anything()


@dataclass(frozen=True, slots=True)
class InstanceOf:
    """`list[int]`, `Order`: an instance of a class; `tuple[int, ...]` too."""

    name: Name
    arguments: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class TupleOf:
    """`tuple[int, str]`: a type for each place."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """`int | str`"""

    options: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """`Literal["a", 1]`, and None."""

    values: tuple[Recipe, ...]


@dataclass(frozen=True, slots=True)
class ClassOf:
    """`type[Order]`: the class itself, or one derived from it."""

    of: Type


@dataclass(frozen=True, slots=True)
class FunctionOf:
    """`Callable[[int], str]`"""

    #: None where any arguments will do.
    parameters: tuple[Type, ...] | None
    result: Type


@dataclass(frozen=True, slots=True)
class Variable:
    """A type variable: the same type wherever it stands in one signature."""

    name: str
    bound: Type | None = None
    constraints: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An annotation that the worker could not follow, as it is written."""

    text: str


Type: TypeAlias = (
    Anything | InstanceOf | TupleOf | Either | OneOf | ClassOf | FunctionOf | Variable | Unresolved
)
