"""Which text or number is an injected object, and what comes of computing with it?"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ._arrays import combined, computed, is_array, written
from ._injected import Injected, extends_injected, injected_at, plain, term
from ._world import STAGE
from .tables import is_table

#: Types that an object may turn out to be of.
ROLES = frozenset((bool, int, float, str, bytes, list, tuple, dict, set))


#: What is written, by how: `{:x}`, `{:.2f}`.
_FORMATTED = {**dict.fromkeys("bdoxX", int), **dict.fromkeys("eEfFgGn%,", float)}


@extends_injected
class _Values:
    """Texts and numbers."""

    def __str__(self: Any) -> str:
        return str(self._as(str))

    def __format__(self: Any, spec: str) -> str:
        role = _FORMATTED.get(spec[-1:], str)
        value = self._as(role)
        if role is not str:
            value = _number(value, role)
        try:
            return format(value, spec)
        except (ValueError, TypeError):
            return str(value)

    def __bytes__(self: Any) -> bytes:
        value = self._as(bytes)
        return value if type(value) is bytes else str(value).encode()

    def __fspath__(self: Any) -> str:
        value = self._as(str)
        return value if type(value) is str else str(value)

    def __int__(self: Any) -> Any:
        return int(_number(self._as(int)))

    def __index__(self: Any) -> Any:
        return operator.index(_number(self._as(int)))

    def __float__(self: Any) -> float:
        return float(_number(self._as(float), float))

    def __complex__(self: Any) -> complex:
        return complex(float(self))

    def __round__(self: Any, digits: int | None = None) -> Any:
        if is_array(self):
            return computed(f"round({self._within_path}, {digits})")
        return round(_number(self._as(float), float), digits)

    def __neg__(self: Any) -> Any:
        if is_array(self):
            return computed(f"(-{self._within_path})")
        return -_number(self._as(int), float)

    def __pos__(self: Any) -> Any:
        return +_number(self._as(int), float)

    def __abs__(self: Any) -> Any:
        if is_array(self):
            return computed(f"abs({self._within_path})")
        return abs(_number(self._as(int), float))

    def __divmod__(self: Any, other: Any) -> Any:
        return divmod(_number(self._as(int)), other)

    def __invert__(self: Any) -> Any:
        if is_array(self):
            return computed(f"(~{self._within_path})")
        value = self._as(int)
        return ~value if isinstance(value, int) else self


def _number(value: Any, fallback: type = int) -> Any:
    if is_table(value):
        return value
    if isinstance(value, (int, float)):
        return (
            int(value)
            if fallback is int and value == value and abs(value) != float("inf")
            else value
        )
    if isinstance(value, (str, bytes, list, tuple, dict, set)):
        return len(value)
    return 1


def _role_for(name: str, other: Any) -> type | None:
    """What an object must be, for an operator to make sense with this on the other side."""
    cls = type(other)
    if cls is bool:
        return int
    if cls in (int, float):
        return cls if name not in ("mod", "rmod") or cls is float else int
    if name == "truediv" and cls is str:
        return None
    if name in ("mod",) and cls in (tuple, dict):
        return str
    if name == "mul" and cls in (str, list, tuple, bytes):
        return int
    if cls in (str, bytes, list, tuple, set, dict):
        if cls is list and name not in ("add", "radd", "lt", "le", "gt", "ge"):
            return None
        return cls
    return None


def _operator(name: str, compute: Callable[[Any, Any], Any], is_reflected: bool) -> Any:
    def operate(self: Injected, other: Any) -> Any:
        world = STAGE.world
        if is_array(self) or is_array(other):
            return combined(_SIGNS[name], *((other, self) if is_reflected else (self, other)))
        mine, theirs = self._value(), plain(other)
        if mine is None and world.libraries and is_table(theirs):
            mine = world.as_operand(self)
        if mine is None:
            if type(theirs) is Injected and name == "matmul" and world.libraries:
                mine, theirs = world.as_operand(self), world.as_operand(theirs)
            elif type(theirs) is Injected:
                if name in _OPAQUE or _is_redrawn(self, theirs):
                    return _derived(name, self, theirs, is_reflected)
                mine = world.as_role(self, int)
                theirs = world.as_role(theirs, int)
            else:
                role = _role_for(name, theirs)
                if role is None:
                    return _derived(name, self, theirs, is_reflected)
                mine = world.as_role(self, role)
        elif type(theirs) is Injected and is_table(mine):
            theirs = world.as_operand(theirs)
        elif type(theirs) is Injected:
            role = _role_for(name, mine) or int
            theirs = world.as_role(theirs, role)
        try:
            return compute(theirs, mine) if is_reflected else compute(mine, theirs)
        except TypeError:
            if is_table(mine) or is_table(theirs):
                raise
            return _derived(name, self, other, is_reflected)

    operate.__name__ = name
    return operate


def _is_redrawn(one: Injected, other: Injected) -> bool:
    """Whether one of them was to blame for being a number."""
    world = STAGE.world
    return any(world.is_redrawn(each._within_path, each._within_kind) for each in (one, other))


def _derived(name: str, one: Any, other: Any, is_reflected: bool) -> Injected:
    """Something made by an operator from things that nobody knows."""
    left, right = (other, one) if is_reflected else (one, other)
    path = written(_SIGNS[name], left, right)
    return injected_at(path, path)


def _compared_by(name: str, compute: Callable[[Any, Any], Any]) -> Any:
    def compare(self: Injected, other: Any) -> Any:
        world = STAGE.world
        if is_array(self) or is_array(other):
            return combined(_SIGNS_OF[name], self, other)
        mine, theirs = self._value(), plain(other)
        if world.libraries and (is_table(mine) or is_table(theirs)):
            mine = world.as_operand(self) if mine is None else mine
            theirs = world.as_operand(theirs) if type(theirs) is Injected else theirs
            return compute(mine, theirs)
        if mine is None:
            role = int if type(theirs) is Injected else _role_for(name.strip("_"), theirs)
            if role is None:
                return bool(world.is_so(f"{self._within_path} {name} {term(theirs)}", 0.5))
            mine = world.as_role(self, role)
        if type(theirs) is Injected:
            theirs = world.as_role(theirs, type(mine) if type(mine) in ROLES else int)
        try:
            return bool(compute(mine, theirs))
        except TypeError:
            return bool(world.is_so(f"{self._within_path} {name} {term(theirs)}", 0.5))

    compare.__name__ = name
    return compare


_SIGNS_OF = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
}
#: Of two unknown things these say nothing about what they are.
_OPAQUE = frozenset(("or_", "and_", "xor", "matmul", "truediv"))
_SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "or_": "|",
    "and_": "&",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
for _name in _SIGNS:
    _plain_name = _name.rstrip("_")
    _compute = getattr(operator, _name)
    setattr(Injected, f"__{_plain_name}__", _operator(_name, _compute, False))
    setattr(Injected, f"__r{_plain_name}__", _operator(_name, _compute, True))
for _name, _compute in _COMPARED.items():
    setattr(Injected, _name, _compared_by(_name, _compute))
