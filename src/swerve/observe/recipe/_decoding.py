"""Which call do these bytes hold? The way back from `encode_call`, for calls that were stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from swerve.observe.recipe._encoding import encode_call, encode_recipe
from swerve.observe.recipe._forms import (
    Access,
    After,
    Attribute,
    Blob,
    Call,
    CallRecipe,
    Dict,
    Do,
    FrozenSet,
    Item,
    List,
    Name,
    Recipe,
    Reference,
    Set,
    SetAttribute,
    SetItem,
    Shared,
    Step,
    Tuple,
)
from swerve.worker.recipes import building as wire
from swerve.worker.recipes.building import BadRecipe

_PLAIN = frozenset((str, int, float, bool, type(None)))


def decode_call(data: bytes) -> CallRecipe:
    """Read a call back. Raises `BadRecipe` for anything that `encode_call` would not write."""
    if len(data) > wire.MAX_BYTES:
        raise BadRecipe("too long")
    try:
        program = json.loads(data.decode("utf-8", "surrogatepass"))
        version, module, qualname, args, kwargs, *rest = program
        receiver, access, state = rest or (None, 0, [])
        if version != wire.FORMAT or type(access) is not int or access < 0:
            raise BadRecipe("of a format that is not known here")
        call = CallRecipe(
            _name(module, qualname),
            _recipe(receiver),
            _recipes(args),
            _keywords(kwargs),
            tuple((_name(*name), _recipe(recipe)) for *name, recipe in state),
            Access(wire.ACCESSES[access]),
        )
        encode_call(call)  # refuses labels that do not fit, and what is too deep
    except BadRecipe:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadRecipe(f"no call: {type(error).__name__}") from error
    return call


def decode_recipe(encoded: object) -> Recipe:
    """Read a single recipe back from JSON that was read already."""
    try:
        recipe = _recipe(encoded)
        encode_recipe(recipe)
    except BadRecipe:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadRecipe(f"no recipe: {type(error).__name__}") from error
    return recipe


def _recipe(encoded: Any) -> Recipe:
    if type(encoded) in _PLAIN:
        return encoded  # type: ignore[no-any-return]
    if type(encoded) is not list:
        raise BadRecipe("an object where a recipe should be")
    tag, *parts = encoded
    return _DECODERS[tag](*parts)


def _recipes(encoded: Any) -> tuple[Recipe, ...]:
    if type(encoded) is not list:
        raise BadRecipe("no list of recipes")
    return tuple([_recipe(item) for item in encoded])


def _text(encoded: Any) -> str:
    if type(encoded) is not str:
        raise BadRecipe("no text")
    return encoded


def _name(module: Any, qualname: Any) -> Name:
    return Name(_text(module), _text(qualname))


def _keywords(encoded: Any) -> tuple[tuple[str, Recipe], ...]:
    return tuple([(name, _recipe(value)) for name, value in encoded.items()])


def _literal(value: Any) -> Recipe:
    if type(value) is list:
        return List(tuple([_literal(item) for item in value]))
    if type(value) is dict:
        return Dict(tuple([(key, _literal(item)) for key, item in value.items()]))
    return value  # type: ignore[no-any-return]


def _entries(encoded: Any) -> Recipe:
    return Dict(tuple([(_recipe(key), _recipe(value)) for key, value in encoded]))


def _call(function: Any, args: Any, kwargs: Any) -> Call:
    return Call(_recipe(function), _recipes(args), _keywords(kwargs))


def _step(tag: str, *parts: Any) -> Step:
    return _STEP_DECODERS[tag](*parts)


_STEP_DECODERS: dict[str, Callable[..., Step]] = {
    wire.DO: lambda method, args, kwargs: Do(_text(method), _recipes(args), _keywords(kwargs)),
    wire.SET_ATTRIBUTE: lambda name, value: SetAttribute(_text(name), _recipe(value)),
    wire.SET_ITEM: lambda key, value: SetItem(_recipe(key), _recipe(value)),
    wire.CALL: _call,
}

_DECODERS: dict[str, Callable[..., Recipe]] = {
    wire.LITERAL: _literal,
    wire.INTEGER: lambda digits: int(_text(digits), 16),
    wire.COMPLEX: lambda real, imaginary: complex(real, imaginary),
    wire.BYTES: lambda text: _text(text).encode("latin-1"),
    wire.ELLIPSIS: lambda: ...,
    wire.LIST: lambda items: List(_recipes(items)),
    wire.TUPLE: lambda items: Tuple(_recipes(items)),
    wire.SET: lambda items: Set(_recipes(items)),
    wire.FROZENSET: lambda items: FrozenSet(_recipes(items)),
    wire.DICT: _entries,
    wire.NAME: _name,
    wire.ATTRIBUTE: lambda of, name: Attribute(_recipe(of), _text(name)),
    wire.ITEM: lambda of, key: Item(_recipe(of), _recipe(key)),
    wire.CALL: _call,
    wire.BLOB: lambda name: Blob(_text(name)),
    wire.SHARED: lambda label, recipe: Shared(_text(label), _recipe(recipe)),
    wire.REFERENCE: lambda label: Reference(_text(label)),
    wire.AFTER: lambda recipe, steps: After(
        _recipe(recipe), tuple([_step(*step) for step in steps])
    ),
}
