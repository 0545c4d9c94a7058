"""What does a tree hold, as far as a worker could tell?

Enough to make strategies from: what functions take, how classes are made, which values there are.
Names stay claims of the worker: whether a recipe made from them builds is seen when it is built.
Values of types are made as recipes: an engine walks a type, and finds here what its classes need.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from typing import Any, TypeAlias

from swerve.model.plain import BadData, Reader, listed
from swerve.worker.inventory import inventory as wire
from swerve.worker.inventory import types as words
from swerve.worker.recipes.building import BadRecipe

from ._forms import Name, Recipe
from ._wire import decode_recipe, written_json

# --- the types that it declares ------------------------------------------------------------------


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


# --- what it holds --------------------------------------------------------------------------------


class ParameterKind(Enum):
    """How an argument reaches a parameter. The order is that of a signature."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL = "positional"
    #: `*args`
    VARIADIC = "variadic"
    KEYWORD_ONLY = "keyword-only"
    #: `**kwargs`
    KEYWORDS = "keywords"


@dataclass(frozen=True, slots=True)
class Known:
    """A value with a recipe: it is plain, has a name, or a factory makes it."""

    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value without one; the text is for a person: `<shop.Money>`."""

    text: str


#: A default, or the value of a constant.
Value: TypeAlias = Known | Unknown


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function."""

    name: str
    kind: ParameterKind
    #: `Anything` where nothing is declared.
    type: Type = ANYTHING
    #: As it is written, where annotations are text.
    annotation: str = ""
    default: Value | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A value that instances of a class hold, as far as it is declared."""

    name: str
    type: Type = ANYTHING
    annotation: str = ""
    default: Value | None = None
    #: The constructor's keyword for it; None where the constructor does not take it.
    keyword: str | None = None
    is_keyword_only: bool = False
    #: False for a key that a typed dict may lack.
    is_required: bool = True


class Kind(Enum):
    """What stands under a name."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS_METHOD = "class method"
    STATIC_METHOD = "static method"
    PROPERTY = "property"
    # Only at module level:
    CLASS = "class"
    MODULE = "module"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Function:
    """A function, a method or a property."""

    name: Name
    kind: Kind
    #: Without `self` or `cls`; None where they are not known, as for some C code.
    parameters: tuple[Parameter, ...] | None
    returns: Type = ANYTHING
    #: "async", "generator", "object" (a decorator made one of it); of properties: "setter",
    #: "deleter", "cached".
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enumeration; its recipe is the name `Color.RED`."""

    name: str
    value: Value
    is_alias: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    """A class."""

    name: Name
    bases: tuple[Name, ...]
    #: "dataclass", "attrs", "named tuple", "typed dict", "enum", "flag", "protocol", "exception".
    traits: frozenset[str]
    #: Methods left to subclasses: with any, no instance can be made.
    abstract: tuple[str, ...]
    #: None where they are not known.
    constructor: tuple[Parameter, ...] | None
    #: Whether the metaclass has a say in calls of the class, so that the above may not hold.
    is_called_through_metaclass: bool
    fields: tuple[Field, ...]
    members: tuple[Member, ...]
    #: Those written in the class itself.
    methods: tuple[Function, ...]
    subclasses: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ModuleLevel:
    """What stands under a name of a module."""

    name: str
    kind: Kind
    #: Where it is from, if that is elsewhere.
    origin: Name | None = None
    #: Of a value: its class, and a recipe where it is plain.
    type: Name | None = None
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Module:
    """A module, as a list of its names."""

    name: str
    names: tuple[ModuleLevel, ...]
    #: Names beyond those listed.
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Inventory:
    """What was asked for, and the classes that it takes to make arguments."""

    functions: Mapping[Name, Function] = field(default_factory=dict)
    classes: Mapping[Name, Class] = field(default_factory=dict)
    modules: Mapping[str, Module] = field(default_factory=dict)
    #: Asked for and not there.
    missing: tuple[Name, ...] = ()
    notes: tuple[str, ...] = ()
    #: What attributes arrays and tables have, by form, where their library was imported.
    forms: Mapping[str, frozenset[str]] = field(default_factory=dict)


# --- how does the parent ask for an inventory, and read the answer? -------------------------------
# The worker ran beside target code, so nothing that it says is trusted: an answer is read into
# frozen values, and anything out of place makes the whole of it a `BadInventory`.

_MOST_BYTES = wire.MOST_BYTES + 1_000_000
_DEEPEST_TYPE = 40
_PARAMETER_KINDS = tuple(ParameterKind)
#: Types travel as a list: the word, and the fields.
_TYPES: dict[str, type[Any]] = {
    words.ANY: Anything,
    words.INSTANCE: InstanceOf,
    words.TUPLE_OF: TupleOf,
    words.EITHER: Either,
    words.ONE_OF: OneOf,
    words.CLASS: ClassOf,
    words.FUNCTION: FunctionOf,
    words.VARIABLE: Variable,
    words.TEXT: Unresolved,
}


class BadInventory(ValueError):
    """What the worker sent is no inventory."""


def inventory_request(names: Iterable[Name]) -> bytes:
    """Write a request that a worker's `describe` answers."""
    pairs = [[name.module, name.qualname] for name in names]
    return written_json(pairs).encode("utf-8", "surrogatepass")


def inventory_from_json(data: bytes) -> Inventory:
    """Read a worker's answer. Raises `BadInventory` for anything else, in bounded time."""
    if len(data) > _MOST_BYTES:
        raise BadInventory("too long")
    try:
        answer = json.loads(data.decode("utf-8", "surrogatepass"))
        if answer["format"] != wire.FORMAT:
            raise BadInventory("of a format that is not known here")
        return Inventory(
            {each.name: each for each in _READER.read(tuple[Function, ...], answer["functions"])},
            {each.name: each for each in _READER.read(tuple[Class, ...], answer["classes"])},
            {each.name: each for each in _READER.read(tuple[Module, ...], answer["modules"])},
            _READER.read(tuple[Name, ...], answer["missing"]),
            _READER.read(tuple[str, ...], answer["notes"]),
            {
                _READER.read(str, form): frozenset(_READER.read(tuple[str, ...], names))
                for form, names in listed(answer["forms"])
            },
        )
    except BadInventory:
        raise
    except BadRecipe as error:
        raise BadInventory(f"a recipe in it is none: {error}") from error
    except BadData as error:
        raise BadInventory(f"no inventory: it {error}") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadInventory(f"no inventory: {type(error).__name__}") from error


def _name(pair: Any) -> Name:
    return _READER.from_row(Name, listed(pair))


def _parameter_kind(number: Any) -> ParameterKind:
    at: int = _READER.read(int, number)
    if at < 0:
        raise BadInventory("no kind of parameter")
    return _PARAMETER_KINDS[at]


def _value(entry: Any, key: str) -> Value | None:
    """Read a recipe in a list of one, or the text that stands for it."""
    if key in entry:
        (encoded,) = listed(entry[key])
        return Known(decode_recipe(encoded))
    if f"{key}_text" in entry:
        return Unknown(_READER.read(str, entry[f"{key}_text"]))
    return None


def _parameter(entry: Any) -> Parameter:
    return _READER.from_object(Parameter, entry, default=_value(entry, "default"))


def _field(entry: Any) -> Field:
    takes = _READER.read(bool, entry.get("init", True))
    keyword = _READER.read(str, entry.get("keyword", entry["name"])) if takes else None
    return _READER.from_object(Field, entry, default=_value(entry, "default"), keyword=keyword)


def _member(entry: Any) -> Member:
    return _READER.from_object(Member, entry, value=_value(entry, "value") or Unknown("..."))


def _class(entry: Any) -> Class:
    made = entry["constructor"]
    return _READER.from_object(
        Class,
        entry,
        constructor=_READER.read(tuple[Parameter, ...] | None, made["parameters"]),  # type: ignore[arg-type]
        is_called_through_metaclass=_READER.read(bool, made.get("through_metaclass", False)),
    )


def _module_level(entry: Any) -> ModuleLevel:
    origin = entry.get("is")
    return _READER.from_object(
        ModuleLevel,
        entry,
        origin=None if origin is None else _name(origin),
        value=_value(entry, "value"),
    )


def _type(encoded: Any, depth: int = 0) -> Type:
    if depth > _DEEPEST_TYPE:
        raise BadInventory("a type nested too deep")
    word, *parts = listed(encoded)
    if word == words.INSTANCE:
        parts = [parts[:2], *parts[2:]]
    return _type_reader(depth + 1).from_row(_TYPES[word], parts)  # type: ignore[no-any-return]


@cache
def _type_reader(depth: int) -> Reader:
    return Reader({Type: partial(_type, depth=depth), Recipe: decode_recipe, Name: _name})


_READER = Reader(
    {
        Name: _name,
        Type: _type,
        ParameterKind: _parameter_kind,
        Parameter: _parameter,
        Field: _field,
        Member: _member,
        Class: _class,
        ModuleLevel: _module_level,
    }
)
