"""What is a recipe made of?

A recipe is pure data: it says how a worker builds a value, and prints as Python. The parent
composes recipes and never holds the values that they build. Parts are built from left to right, as
Python evaluates the expression that they print as. Every part makes an object of its own, unless it
refers to a shared one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import EllipsisType
from typing import TypeAlias

#: Stands for itself. Only the exact types: a member of an `IntEnum` is a name, not a constant.
Constant: TypeAlias = bool | int | float | complex | str | bytes | EllipsisType | None


@dataclass(frozen=True, slots=True)
class List:
    """`[a, b]`"""

    items: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Tuple:
    """`(a, b)`"""

    items: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Set:
    """`{a, b}`"""

    items: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class FrozenSet:
    """`frozenset({a, b})`"""

    items: tuple[Recipe, ...] = ()


@dataclass(frozen=True, slots=True)
class Dict:
    """`{a: b}`, its entries put in one after the other."""

    entries: tuple[tuple[Recipe, Recipe], ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """Something to import: `Name("shop.cart", "Cart.Line")`.

    A private name is written as in its class, `Cart.__check`, and looked up as Python mangles it.
    """

    module: str
    qualname: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """`of.name`, the name taken as it is."""

    of: Recipe
    name: str


@dataclass(frozen=True, slots=True)
class Item:
    """`of[key]`"""

    of: Recipe
    key: Recipe


@dataclass(frozen=True, slots=True)
class Call:
    """`function(*args, **kwargs)`: a constructor, a class method, a method, any function."""

    function: Recipe
    args: tuple[Recipe, ...] = ()
    kwargs: tuple[tuple[str, Recipe], ...] = ()


@dataclass(frozen=True, slots=True)
class Shared:
    """A value that is referred to elsewhere; its label is unique in the call.

    References come later in the order of building. A list, a set or a dict may refer to itself from
    its own items, whatever `After` brings into a state from its steps: that is how a cycle closes.
    """

    #: Also the variable's name when it prints as Python, where it can be one.
    label: str
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Reference:
    """The value that `Shared` made: the same object."""

    label: str


@dataclass(frozen=True, slots=True)
class After:
    """A value after something was done to it: `cart = Cart(); cart.add(1)`, and then `cart`."""

    recipe: Recipe
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Blob:
    """A recorded object that no recipe can build: it stays in the worker's scratch, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Do:
    """A step: `it.method(*args, **kwargs)`, the result dropped."""

    method: str
    args: tuple[Recipe, ...] = ()
    kwargs: tuple[tuple[str, Recipe], ...] = ()


@dataclass(frozen=True, slots=True)
class SetAttribute:
    """A step: `it.name = value`"""

    name: str
    value: Recipe


@dataclass(frozen=True, slots=True)
class SetItem:
    """A step: `it[key] = value`"""

    key: Recipe
    value: Recipe


#: What `After` does to its value; a `Call` is made for its effect on something else.
Step: TypeAlias = Do | SetAttribute | SetItem | Call

Recipe: TypeAlias = (
    Constant
    | List
    | Tuple
    | Set
    | FrozenSet
    | Dict
    | Name
    | Attribute
    | Item
    | Call
    | Shared
    | Reference
    | After
    | Blob
)


class Access(Enum):
    """How a call reaches its target."""

    CALL = "call"
    #: A property or another descriptor: `receiver.name`
    GET = "get"
    #: `receiver.name = value`, the value being the only argument.
    SET = "set"
    #: `del receiver.name`
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class CallRecipe:
    """A call of a target, with all that it needs.

    Two calls are the same call when `encode_call` gives the same bytes. `==` is Python's, for which
    1, 1.0 and True are equal, and NaN is not equal to itself.
    """

    #: A function, a class, a static or class method; with a receiver, the method's qualified name.
    target: Name
    #: None for no receiver. With one, the call is `receiver.name(...)`, as Python looks it up.
    receiver: Recipe = None
    args: tuple[Recipe, ...] = ()
    kwargs: tuple[tuple[str, Recipe], ...] = ()
    #: Module-level names and class attributes set before anything else is built.
    state: tuple[tuple[Name, Recipe], ...] = ()
    #: Anything but CALL needs a receiver.
    access: Access = Access.CALL
