"""How does the parent ask for an inventory, and read the answer?

The worker ran beside target code, so nothing that it says is trusted: an answer is read into frozen
values, and anything out of place makes the whole of it a `BadInventory`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

from swerve.model.plain import BadData, Reader, listed
from swerve.observe.recipe._forms import Name, Recipe
from swerve.observe.recipe._inventory import (
    Anything,
    Class,
    ClassOf,
    Either,
    Field,
    Function,
    FunctionOf,
    InstanceOf,
    Inventory,
    Known,
    Member,
    Module,
    ModuleLevel,
    OneOf,
    Parameter,
    ParameterKind,
    TupleOf,
    Type,
    Unknown,
    Unresolved,
    Value,
    Variable,
)
from swerve.observe.recipe._wire import decode_recipe, written_json
from swerve.worker.inventory import inventory as wire
from swerve.worker.inventory import types as words
from swerve.worker.recipes.building import BadRecipe

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
    return _READER.row(Name, listed(pair))


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
    return _READER.object(Parameter, entry, default=_value(entry, "default"))


def _field(entry: Any) -> Field:
    takes = _READER.read(bool, entry.get("init", True))
    keyword = _READER.read(str, entry.get("keyword", entry["name"])) if takes else None
    return _READER.object(Field, entry, default=_value(entry, "default"), keyword=keyword)


def _member(entry: Any) -> Member:
    return _READER.object(Member, entry, value=_value(entry, "value") or Unknown("..."))


def _class(entry: Any) -> Class:
    made = entry["constructor"]
    return _READER.object(
        Class,
        entry,
        constructor=_READER.read(tuple[Parameter, ...] | None, made["parameters"]),  # type: ignore[arg-type]
        is_called_through_metaclass=_READER.read(bool, made.get("through_metaclass", False)),
    )


def _module_level(entry: Any) -> ModuleLevel:
    origin = entry.get("is")
    return _READER.object(
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
    return _type_reader(depth + 1).row(_TYPES[word], parts)  # type: ignore[no-any-return]


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
