"""What is known of a value while a function is followed?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import z3

from ._terms import BOOL, FLOAT, INT, STR, Term, V, applied


@dataclass(frozen=True, slots=True, eq=False)
class Int:
    """An int, and no bool."""

    term: Term


@dataclass(frozen=True, slots=True, eq=False)
class Bool:
    """A bool."""

    term: Term


@dataclass(frozen=True, slots=True, eq=False)
class Str:
    """A string, and of no subclass."""

    term: Term


@dataclass(frozen=True, slots=True, eq=False)
class Float:
    """A float."""

    term: Term


@dataclass(frozen=True, slots=True)
class Nothing:
    """`None`."""


@dataclass(frozen=True, slots=True)
class Missing:
    """No value: the variable is not bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Perhaps:
    """Any value, or none: the variable may not be bound."""

    term: Term


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple of known length."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Local:
    """An object that the function made, by its place in the heap."""

    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """Any value, or one of which only the class is known."""

    term: Term
    #: `list` or `dict` where it is exactly that.
    kind: str = ""
    #: Types of the items while nothing unknown has run: of a list one, of a dict two.
    shapes: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function or class of Python itself."""

    name: str


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value of which the class is known, not yet called."""

    owner: Value
    name: str


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice with known parts."""

    lower: Value
    upper: Value
    step: Value


@dataclass(frozen=True, slots=True)
class Parts:
    """What an unpacking gave."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """An iterator whose steps are known."""

    #: `list`, `text`, `range`, `reversed`, `tuple`, `enumerate`, `zip` or `opaque`.
    kind: str
    #: What is walked over; for `enumerate` and `zip`, the walks inside.
    sources: tuple[Value, ...]
    #: Steps taken so far.
    taken: Int


Value: TypeAlias = (
    Int
    | Bool
    | Str
    | Float
    | Nothing
    | Missing
    | Perhaps
    | Tuple
    | Local
    | Opaque
    | Builtin
    | Method
    | Slice
    | Parts
    | Walk
)

#: The solver has no characters beyond U+2FFFF. What is not written in the code may be replaced by
#: any others in the same order, of which this leaves enough.
_LAST_CHARACTER = 0x1FFFF

NOTHING = Nothing()
MISSING = Missing()


@dataclass(frozen=True, slots=True, eq=False)
class ListObject:
    """A list that nothing else has seen, by what it holds."""

    items: Term


@dataclass(frozen=True, slots=True, eq=False)
class DictObject:
    """A dict that nothing else has seen. Its keys are all of one type."""

    content: Term
    #: `str` or `int`; empty while there is no key.
    keys: str


@dataclass(frozen=True, slots=True)
class ExceptionObject:
    """An exception that nothing else has seen, which only keeps its arguments."""

    name: str
    arguments: tuple[Value, ...]
    cause: Value | None
    #: For a class of the module: its name and those of the classes above, up to Python's own.
    ancestry: tuple[str, ...] = ()

    @property
    def builtin(self) -> str:
        """The class of Python itself that it is of."""
        return self.ancestry[-1] if self.ancestry else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """An object that others may have seen and changed, by its value."""

    term: Term
    kind: str


Thing: TypeAlias = ListObject | DictObject | ExceptionObject | Shared


def number(value: int) -> Int:
    """A known int."""
    return Int(z3.IntVal(value))


def truth(value: bool) -> Bool:
    """A known bool."""
    return Bool(z3.BoolVal(value))


def text(value: str) -> Str:
    """A known string."""
    return Str(z3.StringVal(_escaped(value)))


def constant(value: object) -> Value:
    """A literal of the program."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return truth(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, str) and all(ord(one) <= _LAST_CHARACTER for one in value):
        return text(value)
    if isinstance(value, float):
        return Float(z3.FPVal(value, FLOAT))
    return Opaque(applied(f"constant {value!r}", V))


def _escaped(value: str) -> str:
    """The solver reads escapes: what is not plain is written as one."""
    return "".join(
        one if " " <= one <= "~" and one != "\\" else f"\\u{{{ord(one):x}}}" for one in value
    )


def alike(left: object, right: object) -> bool:
    """Say whether two values are written in the same way, and so are the same."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(alike, left, right))
    if type(left) is not type(right):
        return False
    if isinstance(left, z3.AstRef):
        return bool(left.eq(right))
    if not is_dataclass(left):
        return left == right
    kind: type = type(left)
    return all(alike(getattr(left, name), getattr(right, name)) for name in _telling_fields(kind))


@cache
def _telling_fields(kind: type) -> tuple[str, ...]:
    """All but what is only known of a value: types of items, classes of an exception."""
    return tuple(one.name for one in fields(kind) if one.name not in ("shapes", "ancestry"))


def inside(value: Value | Thing) -> tuple[Value, ...]:
    """The values that a value is made of."""
    match value:
        case Tuple() | Parts():
            return value.items
        case Walk():
            return (value.taken, *value.sources)
        case Method():
            return (value.owner,)
        case Slice():
            return (value.lower, value.upper, value.step)
        case ExceptionObject():
            return (*value.arguments, value.cause or MISSING)
        case _:
            return ()


class Plain(NamedTuple):
    """A type of Python whose values are terms of one sort."""

    made: type[Int | Bool | Str | Float]
    sort: Any
    #: From a term of the sort to a `V` and back, and whether a `V` is one.
    boxed: Callable[[Term], Term]
    opened: Callable[[Term], Term]
    test: Callable[[Term], Term]


#: By the names of the types.
PLAIN_TYPES = {
    "int": Plain(Int, INT, V.int, V.as_int, V.is_int),
    "bool": Plain(Bool, BOOL, V.bool, V.as_bool, V.is_bool),
    "str": Plain(Str, STR, V.str, V.as_str, V.is_str),
    "float": Plain(Float, FLOAT, V.float, V.as_float, V.is_float),
}
_NAMES_OF_TYPES: dict[type, str] = {plain.made: name for name, plain in PLAIN_TYPES.items()}


def type_name(value: object) -> str:
    """`int`, `bool`, `str` or `float`; empty for other values."""
    return _NAMES_OF_TYPES.get(type(value), "")


# --- shapes ---------------------------------------------------------------------------------------

# Which types do annotations name, and what is a value of such a type to the solver?


_PLAIN = frozenset({"int", "bool", "str", "float", "None"})
#: Names by which annotations name types of Python's own.
TYPES = _PLAIN | {"list", "dict", "tuple"}
_NAMES = {"List": "list", "Dict": "dict", "Tuple": "tuple"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A type that annotations name."""

    #: `int`, `bool`, `str`, `float`, `None`, `list`, `dict`, `tuple`, `union` or `any`.
    name: str
    parts: tuple[Shape, ...] = ()

    def words(self) -> str:
        """The type as one writes it."""
        if self.name == "union":
            return " | ".join(part.words() for part in self.parts)
        if self.parts:
            return f"{self.name}[{', '.join(part.words() for part in self.parts)}]"
        return self.name


ANY = Shape("any")


def shape_of(node: ast.expr | None) -> Shape:
    """Read an annotation; what has no shape here is `any`."""
    match node:
        case ast.Constant(value=None):
            return Shape("None")
        case ast.Constant(value=str(text)):
            try:
                return shape_of(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return ANY
        case ast.Name(id=name) if name in _PLAIN:
            return Shape(name)
        case ast.Name(id=name) if name in ("list", "dict"):
            return Shape(name, (ANY,) if name == "list" else (ANY, ANY))
        case ast.BinOp(op=ast.BitOr()):
            return _union([shape_of(node.left), shape_of(node.right)])
        case ast.Subscript():
            return _subscripted(node)
        case _:
            return ANY


def _subscripted(node: ast.Subscript) -> Shape:
    value = node.value
    name = value.id if isinstance(value, ast.Name) else getattr(value, "attr", "")
    arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = _NAMES.get(name, name)
    if name in ("New", "Old") and len(arguments) == 1:  # as contracts mark parameters and fields
        return shape_of(arguments[0])
    if name == "Optional":
        return _union([shape_of(arguments[0]), Shape("None")])
    if name == "Union":
        return _union([shape_of(one) for one in arguments])
    if name == "list" and len(arguments) == 1:
        return Shape("list", (shape_of(arguments[0]),))
    if name == "dict" and len(arguments) == 2:
        return Shape("dict", (shape_of(arguments[0]), shape_of(arguments[1])))
    is_open = any(isinstance(one, ast.Constant) and one.value is ... for one in arguments)
    if name == "tuple" and not is_open:
        return Shape("tuple", tuple(shape_of(one) for one in arguments))
    return ANY


def _union(parts: list[Shape]) -> Shape:
    flat: list[Shape] = []
    for part in parts:
        flat.extend(part.parts if part.name == "union" else [part])
    objects = [part for part in flat if part.name in ("list", "dict")]
    tuples = [part for part in flat if part.name == "tuple"]
    if ANY in flat or len(objects) > 1 or len(tuples) > 1:
        return ANY
    return Shape("union", tuple(dict.fromkeys(flat)))
