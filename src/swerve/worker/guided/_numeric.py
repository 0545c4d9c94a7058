"""What happens when a function of a library of arrays meets injected arguments?

They become what its signature asks for: arrays and tables, or what its defaults are like. What it
does with them, and what it raises, is its own affair.
"""

from __future__ import annotations

from collections.abc import Mapping
from sys import modules
from types import BuiltinMethodType, MethodType, ModuleType
from typing import Any

from ..core.forms import LIBRARIES
from ._injected import Injected, plain, state_of
from ._library import OfLibrary
from ._world import STAGE

#: Parameters that take a number, by what they are called; others without a default take arrays.
_NUMBERS = frozenset(
    (
        *("axis", "axis1", "axis2", "axes", "n", "num", "k", "M", "N", "decimals", "repeats"),
        *("shape", "newshape", "size", "ndim", "periods", "window", "level", "order", "deg", "q"),
        *("fill_value", "start", "stop", "step", "ddof", "shift", "pad_width", "reps", "loc"),
    )
)
#: Parameters that take a text or something that is no array at all.
_TEXTS = frozenset(("dtype", "freq", "func", "how", "subscripts"))
#: Parameters that take a column or a dimension of the table whose method it is.
_LABELS = frozenset(
    (
        *("by", "key", "on", "left_on", "right_on", "columns", "subset", "label", "group"),
        *("dim", "dims", "coord", "coords", "variable", "values", "id_vars", "value_vars"),
    )
)
_DTYPE = "float64"
_MOST_DEEP = 2


class Numeric(OfLibrary):
    """A function of a library of arrays."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        if function is modules["numpy"].dtype:
            return function(*[_DTYPE if type(each) is Injected else each for each in args])
        names, defaults = _parameters(function)
        table = getattr(function, "__self__", None)
        given = [
            _real(each, names[at] if at < len(names) else "", defaults, table)
            for at, each in enumerate(args)
        ]
        named = {name: _real(each, name, defaults, table) for name, each in kwargs.items()}
        return function(*given, **named)


def is_numeric(function: Any) -> bool:
    """Whether a function is of a library whose arrays and tables are made."""
    cls = type(function)
    owner: Any = function
    is_method = cls is BuiltinMethodType or cls is MethodType
    if is_method and type(function.__self__) not in (ModuleType, type(None)):
        owner = type(function.__self__)
        if owner is type:
            owner = function.__self__
    module = getattr(owner, "__module__", None) or cls.__module__
    if type(module) is not str:
        return False
    root = module.partition(".")[0]
    if root not in LIBRARIES:
        root = (cls.__module__ or "").partition(".")[0]
    return root in LIBRARIES and root in STAGE.world.libraries


def _parameters(function: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """What the parameters of a function are called, and the defaults of those that have one."""
    inner = getattr(function, "__func__", function)
    is_bound = inner is not function or isinstance(inner, type)
    if isinstance(inner, type):
        inner = getattr(inner, "__init__", inner)
    inner = getattr(inner, "__wrapped__", getattr(inner, "_implementation", inner))
    code = getattr(inner, "__code__", None)
    if code is None:
        return (), {}
    names = code.co_varnames[: code.co_argcount]
    given = inner.__defaults__ or ()
    defaults = dict(zip(names[len(names) - len(given) :], given))
    defaults.update(inner.__kwdefaults__ or {})
    return names[int(is_bound) :], defaults


def _real(value: Any, name: str, defaults: dict[str, Any], table: Any, depth: int = 0) -> Any:
    """What an argument is, where it is made up, of a method of a table or of a function."""
    if type(value) in (list, tuple) and depth < _MOST_DEEP:
        made = [_real(each, name, {}, table, depth + 1) for each in value]
        return type(value)(made)
    if type(value) is dict and depth < _MOST_DEEP:
        return {plain(key): _real(each, name, {}, table, depth + 1) for key, each in value.items()}
    if type(value) is not Injected:
        return value
    known = plain(value)
    if known is not value:
        return known
    world = STAGE.world
    default = defaults.get(name)
    if name in defaults and type(default) in (bool, int, float, str):
        return world.as_role(value, type(default))
    if name in _NUMBERS and not _is_array(value):
        return world.as_role(value, int)
    if name in _LABELS and (labels := _labels_of(table)):
        return _one_of(labels, value)
    if name in _TEXTS or name in _LABELS:
        return world.as_role(value, str)
    return world.as_operand(value)


def _is_array(value: Injected) -> bool:
    return bool(STAGE.world.facts.of(value._within_kind).is_array)


def _labels_of(table: Any) -> list[str]:
    """What the columns or dimensions of a table are called, where it has any with names."""
    if isinstance(table, type):
        return []
    found = [*getattr(table, "columns", ())]
    found += [*table] if isinstance(table, Mapping) else []
    return [each for each in (*found, *getattr(table, "dims", ())) if type(each) is str]


def _one_of(labels: list[str], injected: Injected) -> Any:
    """One of the labels of a table, which a made-up value is from now on."""
    world = STAGE.world
    at = world.choose(f"{injected._within_path} is a column", [1.0] * len(labels))
    state_of(injected).take(labels[at])
    world.show(injected._within_path, repr(labels[at]))
    return labels[at]


def key_of_table(container: Any, key: Any) -> Any:
    """What a made-up key of an array or a table is: one of its columns, or a place in it."""
    if type(key) is tuple:
        sizes = getattr(container, "shape", ())
        return tuple(
            _position(each, sizes[at]) if type(each) is Injected and at < len(sizes) else each
            for at, each in enumerate(key)
        )
    has_names = isinstance(container, Mapping) or not hasattr(container, "dims")
    if has_names and plain(key) is key and (labels := _labels_of(container)):
        return _one_of(labels, key)
    return _position(key, len(container) if getattr(container, "ndim", 1) else 1)


def _position(key: Injected, size: int) -> Any:
    """Where a made-up key leads in one dimension: to an item, or to those that an array says."""
    world, value = STAGE.world, plain(key)
    if type(value) is not Injected:
        return value
    if world.facts.of(key._within_kind).is_array:
        return world.as_table(key)
    value = world.choose(f"{key._within_path} is at", [1.0] * max(size, 1))
    state_of(key).take(value)
    world.show(key._within_path, repr(value))
    return value
