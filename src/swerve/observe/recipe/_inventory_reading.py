"""How does the parent ask for an inventory, and read the answer?

The worker ran beside target code, so nothing that it says is trusted: an answer is read into frozen
values, and anything out of place makes the whole of it a `BadInventory`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from swerve.observe.recipe._decoding import decode_recipe
from swerve.observe.recipe._encoding import written_json
from swerve.observe.recipe._forms import Name
from swerve.observe.recipe._inventory import (
    Class,
    Field,
    Function,
    Inventory,
    Kind,
    Known,
    Member,
    Module,
    ModuleLevel,
    Parameter,
    ParameterKind,
    Unknown,
    Value,
)
from swerve.observe.recipe._types import (
    ANYTHING,
    ClassOf,
    Either,
    FunctionOf,
    InstanceOf,
    OneOf,
    TupleOf,
    Type,
    Unresolved,
    Variable,
)
from swerve.worker.inventory import inventory as wire
from swerve.worker.inventory import types as words
from swerve.worker.recipes.building import BadRecipe

_MOST_BYTES = wire.MOST_BYTES + 1_000_000
_DEEPEST_TYPE = 40
_T = TypeVar("_T")


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
        functions = [_function(one) for one in _list(answer["functions"])]
        classes = [_class(one) for one in _list(answer["classes"])]
        modules = [_module(one) for one in _list(answer["modules"])]
        return Inventory(
            {function.name: function for function in functions},
            {one.name: one for one in classes},
            {module.name: module for module in modules},
            tuple([_name(pair) for pair in _list(answer["missing"])]),
            tuple([_text(note) for note in _list(answer["notes"])]),
        )
    except BadInventory:
        raise
    except BadRecipe as error:
        raise BadInventory(f"a recipe in it is none: {error}") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadInventory(f"no inventory: {type(error).__name__}") from error


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise BadInventory("no list")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise BadInventory("no text")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise BadInventory("neither true nor false")
    return value


def _name(pair: Any) -> Name:
    module, qualname = _list(pair)
    return Name(_text(module), _text(qualname))


def _names(pairs: Any) -> tuple[Name, ...]:
    return tuple([_name(pair) for pair in _list(pairs)])


def _texts(values: Any) -> frozenset[str]:
    return frozenset([_text(value) for value in _list(values)])


def _maybe(value: Any, read: Callable[[Any], _T]) -> _T | None:
    return None if value is None else read(value)


def _value(entry: Any, key: str) -> Value | None:
    """Read a recipe in a list of one, or the text that stands for it."""
    if key in entry:
        (encoded,) = _list(entry[key])
        return Known(decode_recipe(encoded))
    if f"{key}_text" in entry:
        return Unknown(_text(entry[f"{key}_text"]))
    return None


def _parameter(entry: Any) -> Parameter:
    kind = entry["kind"]
    if type(kind) is not int or kind < 0:
        raise BadInventory("no kind of parameter")
    return Parameter(
        _text(entry["name"]),
        list(ParameterKind)[kind],
        _type(entry.get("type", [words.ANY])),
        _text(entry.get("annotation", "")),
        _value(entry, "default"),
    )


def _parameters(entries: Any) -> tuple[Parameter, ...]:
    return tuple([_parameter(entry) for entry in _list(entries)])


def _function(entry: Any) -> Function:
    return Function(
        _name(entry["name"]),
        Kind(entry["kind"]),
        _maybe(entry["parameters"], _parameters),
        _type(entry.get("returns", [words.ANY])),
        _texts(entry["traits"]),
    )


def _field(entry: Any) -> Field:
    name = _text(entry["name"])
    takes = _truth(entry.get("init", True))
    return Field(
        name,
        _type(entry.get("type", [words.ANY])),
        _text(entry.get("annotation", "")),
        _value(entry, "default"),
        _text(entry.get("keyword", name)) if takes else None,
        _truth(entry.get("keyword_only", False)),
        _truth(entry.get("required", True)),
    )


def _member(entry: Any) -> Member:
    value = _value(entry, "value") or Unknown("...")
    return Member(_text(entry["name"]), value, _truth(entry.get("alias", False)))


def _class(entry: Any) -> Class:
    constructor = entry["constructor"]
    return Class(
        name=_name(entry["name"]),
        bases=_names(entry["bases"]),
        traits=_texts(entry["traits"]),
        abstract=tuple([_text(name) for name in _list(entry["abstract"])]),
        constructor=_maybe(constructor["parameters"], _parameters),
        is_called_through_metaclass=_truth(constructor.get("through_metaclass", False)),
        fields=tuple([_field(one) for one in _list(entry["fields"])]),
        members=tuple([_member(one) for one in _list(entry["members"])]),
        methods=tuple([_function(one) for one in _list(entry["methods"])]),
        subclasses=_names(entry["subclasses"]),
    )


def _module(entry: Any) -> Module:
    left_out = entry["left_out"]
    if type(left_out) is not int:
        raise BadInventory("no number")
    names = tuple([_module_level(one) for one in _list(entry["names"])])
    return Module(_text(entry["name"]), names, left_out)


def _module_level(entry: Any) -> ModuleLevel:
    return ModuleLevel(
        _text(entry["name"]),
        Kind(entry["kind"]),
        _maybe(entry.get("is"), _name),
        _maybe(entry.get("type"), _name),
        _value(entry, "value"),
    )


def _type(encoded: Any, depth: int = 0) -> Type:
    if depth > _DEEPEST_TYPE:
        raise BadInventory("a type nested too deep")

    def inner(one: Any) -> Type:
        return _type(one, depth + 1)

    def all_inner(many: Any) -> tuple[Type, ...]:
        return tuple([inner(one) for one in _list(many)])

    word, *parts = _list(encoded)
    if word == words.ANY:
        return ANYTHING
    if word == words.INSTANCE:
        module, qualname, arguments = parts
        return InstanceOf(_name([module, qualname]), all_inner(arguments))
    if word == words.FUNCTION:
        parameters, result = parts
        return FunctionOf(_maybe(parameters, all_inner), inner(result))
    if word == words.VARIABLE:
        name, bound, constraints = parts
        return Variable(_text(name), _maybe(bound, inner), all_inner(constraints))
    (only,) = parts
    if word == words.ONE_OF:
        return OneOf(tuple([decode_recipe(one) for one in _list(only)]))
    if word == words.TUPLE_OF:
        return TupleOf(all_inner(only))
    if word == words.EITHER:
        return Either(all_inner(only))
    if word == words.CLASS:
        return ClassOf(inner(only))
    if word == words.TEXT:
        return Unresolved(_text(only))
    raise BadInventory("no type")
