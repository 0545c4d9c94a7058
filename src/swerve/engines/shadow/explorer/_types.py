"""Which types may stand at the places of a call, as annotations and calls that were seen say?"""

from __future__ import annotations

import ast
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from swerve.observe.recipe import CallRecipe

from ._worlds import VersionModules

SCALARS = (bool, int, float, str, bytes)
_CONTAINERS = {each.__name__: each for each in (list, tuple, set, frozenset, dict)}
_NAMES: dict[str, Any] = {each.__name__: each for each in SCALARS} | _CONTAINERS
#: What a list does for.
_LIST_LIKE = (list, Sequence, Iterable, typing.Collection, typing.MutableSequence)
_DICT_LIKE = (dict, Mapping, typing.MutableMapping)


def parameter_types(
    world: VersionModules, call: CallRecipe, seen: Mapping[str, str]
) -> dict[int, Any]:
    """Number of an argument, keywords behind the others -> its type, where that is a plain one."""
    try:
        function = world.find(call.target.module, call.target.qualname)
        names = _names(function, has_receiver=call.receiver is not None)
    except BaseException:  # target code, and it may raise anything
        return {}
    known = {name: type_of_text(text) for name, text in seen.items()} | _annotated(function)
    given = dict(enumerate(names[: len(call.args)]))
    given |= {len(call.args) + number: name for number, (name, _) in enumerate(call.kwargs)}
    return {number: known[name] for number, name in given.items() if known.get(name) is not None}


def type_of_text(text: str) -> Any:
    """The type that a text names, made of plain ones; None for any other."""
    try:
        return _read(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, TypeError):
        return None


def plain(found: Any) -> Any:
    """The same type with built-in containers for abstract ones; None where it is not plain."""
    if found is None or found is NoneType:
        return NoneType
    if found in SCALARS:
        return found
    origin, arguments = get_origin(found), get_args(found)
    if origin in (Union, UnionType):
        parts = [plain(each) for each in arguments]
        return None if None in parts else Union[tuple(parts)]  # noqa: UP007 - of a tuple
    if origin is tuple and arguments[1:] == (...,):
        item = plain(arguments[0])
        return None if item is None else GenericAlias(tuple, (item, ...))
    parts = [plain(each) for each in arguments]
    if not parts or None in parts:
        return None
    if origin in (tuple, set, frozenset):
        return GenericAlias(origin, tuple(parts))
    if any(origin is get_origin(each) or origin is each for each in _LIST_LIKE):
        return GenericAlias(list, tuple(parts))
    if any(origin is get_origin(each) or origin is each for each in _DICT_LIKE):
        return GenericAlias(dict, tuple(parts))
    return None


def _annotated(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        hints = typing.get_type_hints(function)
    except BaseException:  # names that are not there, or anything else
        return {}
    return {name: found for name, hint in hints.items() if (found := plain(hint)) is not None}


def _names(function: Callable[..., Any], *, has_receiver: bool) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    names = [
        each.name
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    return names[1:] if has_receiver else names


def _read(node: ast.expr) -> Any:
    match node:
        case ast.Constant(None):
            return NoneType
        case ast.Name(name) if _NAMES.get(name) in SCALARS:
            return _NAMES[name]
        case ast.BinOp(left, ast.BitOr(), right):
            sides = _read(left), _read(right)
            return None if None in sides else Union[sides]  # noqa: UP007 - of a tuple
        case ast.Subscript(ast.Name(name), ast.Tuple(items)) if name in _CONTAINERS:
            parts = [_read(each) for each in items]
        case ast.Subscript(ast.Name(name), item) if name in _CONTAINERS:
            parts = [_read(item)]
        case _:
            return None
    return None if None in parts else GenericAlias(_CONTAINERS[name], tuple(parts))
