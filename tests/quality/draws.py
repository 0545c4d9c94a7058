"""Which values does a random caller pass who knows the types and nothing else?"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Iterable
from enum import Enum
from random import Random
from types import ModuleType

_INTS = (0, 1, -1, 2, 3, 7, 10, 100, 255, 1000)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 1e9, float("inf"), float("-inf"), float("nan"))
#: So many values inside each other; deeper there is nothing that could go on.
_DEEP = 6
_PLAIN = (int, bool, float, str, bytes, type(None))
_LETTERS = "abcxyzABC0123 _-.,:/#=\"'\n"


def drawn_arguments(
    random: Random, module: ModuleType, function: str, examples: Iterable[object]
) -> dict[int | str, object]:
    """Draw arguments by annotations, and by the examples' types where there are none."""
    called = getattr(module, function)
    hints = typing.get_type_hints(called)
    parameters = list(inspect.signature(called).parameters)
    by_example = dict(zip(parameters, (_type_of(value) for value in examples), strict=False))
    known = {**by_example, **hints}
    wanted = [name for name in parameters if name in known]
    return {i: drawn(random, known[name], module) for i, name in enumerate(wanted)}


def _type_of(value: object) -> object:
    """Return a type like that of a value, items included."""
    if isinstance(value, dict):
        keys, items = _union(value.keys()), _union(value.values())
        return dict[keys, items]  # type: ignore[valid-type]
    if type(value) is tuple:
        return tuple[tuple(_type_of(item) for item in value)]  # type: ignore[misc]
    if isinstance(value, list | set):
        return type(value)[_union(value)]  # type: ignore[index]
    return type(value)


def _union(values: Iterable[object]) -> object:
    kinds = tuple(dict.fromkeys(_type_of(value) for value in values)) or (int,)
    return typing.Union[kinds]  # noqa: UP007 (one or many)


def drawn(random: Random, kind: object, module: ModuleType, depth: int = 0) -> object:
    """Draw one value of a type."""
    origin, parts = typing.get_origin(kind) or kind, typing.get_args(kind)

    def item(part: object) -> object:
        return drawn(random, part, module, depth + 1)

    def size() -> int:
        if depth < 2:
            return random.choice((0, 1, 2, 3, 4, 6, 9))
        return random.randint(0, 2 if depth < _DEEP else 0)

    if origin in (typing.Union, types.UnionType):
        is_deep = depth >= _DEEP and type(None) in parts
        return item(type(None) if is_deep else random.choice(parts))
    if origin is dict:
        return {item(parts[0]): item(parts[1]) for _ in range(size())}
    if origin is tuple:
        return tuple(item(part) for part in parts)
    if origin is list or origin is set:
        return origin(item(parts[0]) for _ in range(size()))
    assert isinstance(origin, type), kind
    if issubclass(origin, Enum):
        return random.choice(list(origin))
    if origin in _PLAIN:
        return _drawn_plain(random, origin, size())
    return origin(*(item(part) for part in _parts_of(origin, module)))


def _drawn_plain(random: Random, kind: type, size: int) -> object:
    if kind is type(None):
        return None
    if kind is bool:
        return random.random() < 0.5
    if kind is int:
        wide = random.randint(-10_000, 10_000)
        return random.choice((random.choice(_INTS), random.randint(-20, 20), wide))
    if kind is float:
        return random.choice((random.choice(_FLOATS), random.uniform(-200, 200)))
    if kind is str:
        return "".join(random.choice(_LETTERS) for _ in range(size * random.choice((1, 1, 5))))
    return bytes(random.randint(0, 255) for _ in range(size))


def _parts_of(kind: type, module: ModuleType) -> list[object]:
    """Return the types of what a class is made with."""
    is_by_fields = dataclasses.is_dataclass(kind) or issubclass(kind, tuple)
    annotated: object = kind if is_by_fields else kind.__init__  # type: ignore[misc]
    hints = typing.get_type_hints(annotated, vars(module))
    return [hint for name, hint in hints.items() if name != "return"]
