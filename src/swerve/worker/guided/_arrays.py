"""What is an injected object that stands for an array, a table or a tensor?

Nobody knows what is in it. What is computed with it is an array too, known by how it was computed;
only its shape is made up.
"""

from __future__ import annotations

from math import prod
from typing import Any

from ._injected import Injected, extends_injected, injected_at, plain, state_of, term
from ._world import STAGE

#: What libraries of arrays go by.
ARRAY_LIBRARIES = frozenset(("np", "numpy", "jnp", "cupy", "torch", "tf", "K", "ops"))
#: What stands before a method, where functions are told of.
METHOD = "."
#: What is not called, and finds parts of tables.
_PLACES = frozenset(("loc", "iloc", "at", "iat"))
#: What arrays have that is no array.
_PLAIN_PARTS = frozenset(
    (
        *("shape", "ndim", "size", "dtype", "dtypes", "name", "names", "nbytes", "itemsize"),
        *("item", "tolist", "tobytes", "flags", "device", "to_dict", "to_list", "items", "keys"),
    )
)
#: How many dimensions an array may have where nothing says so, and how long these may be.
_DIMENSIONS, _DIMENSION_WEIGHTS = (2, 1, 3), (3.0, 2.0, 1.0)
_LENGTHS, _LENGTH_WEIGHTS = (3, 2, 1, 4, 0), (3.0, 2.0, 1.0, 1.0, 0.3)
_MOST_DIMENSIONS = 6
_MIRRORED = {">": "<", ">=": "<="}
_COMMUTATIVE = frozenset(("+", "*", "&", "|", "^", "==", "!="))


def is_array(value: object) -> bool:
    """Whether something made up is taken for an array."""
    if type(value) is not Injected or STAGE.world is None:
        return False
    state = state_of(value)
    if state.has_value:
        return False
    if state.is_array is None:
        base = value._within_base
        state.is_array = STAGE.world.facts.of(value._within_kind).is_array or (
            base is not None and value._within_name not in _PLAIN_PARTS and is_array(base)
        )
    return bool(state.is_array)


def computed(path: str) -> Injected:
    """An array that was computed, known by how."""
    made = injected_at(path, path)
    state_of(made).is_array = True
    return made


def as_array(value: Any) -> Any:
    """Something that is an array since what it was taken from is one."""
    if type(value) is Injected:
        state_of(value).is_array = True
    return value


def combined(sign: str, left: object, right: object) -> Injected:
    """What an operator gives; comparisons agree with those that say the same or the opposite."""
    if sign in _MIRRORED:
        sign, left, right = _MIRRORED[sign], right, left
    path = written(sign, left, right)
    opposites = STAGE.world.opposites
    if sign == "<":  # nobody knows of a border between two unknown things
        is_exact = type(left) is type(right) is Injected and term(left) > term(right)
        opposites[path] = written("<", right, left), is_exact
    elif sign == "<=":
        opposites[path] = written("<", right, left), True
    elif sign == "!=":
        opposites[path] = written("==", left, right), True
    return computed(path)


def written(sign: str, left: object, right: object) -> str:
    """Write what an operator computes; products of matrices like the method that means the same."""
    if sign == "@":
        return f"{term(left)}.dot({term(right, 1)})"
    terms = [term(left), term(right)]
    if sign in _COMMUTATIVE and (is_array(left) or is_array(right)):
        terms.sort()
    return f"({terms[0]} {sign} {terms[1]})"


def taken(injected: Injected, key: object) -> Any:
    """What is behind a key: one item by a number or a name, else a part of the array."""
    if STAGE.world.facts.hides_arrays and injected._within_name in _PLACES:
        STAGE.world.computed.add(f"{METHOD}{injected._within_name}")
    if type(plain(key)) in (int, str):
        return as_array(STAGE.world.item_at(injected, key))
    shape = STAGE.world.shapes.get(injected._within_path)
    return computed(f"{injected._within_path}[{term(_shortest(key, shape))}]")


def _shortest(key: Any, shape: tuple[int, ...] | None) -> Any:
    """A key that takes the same part, with no dimension at its end that is taken as it is."""
    if type(key) is not tuple or any(type(each) is Injected for each in key):
        return key
    parts = list(key)
    dots = [at for at, each in enumerate(parts) if each is ...]
    if shape is not None and len(dots) == 1 and None not in parts:
        whole = [slice(None)] * (len(shape) - len(parts) + 1)
        parts[dots[0] : dots[0] + 1] = whole
    while len(parts) > 1 and (parts[-1] is ... or _is_whole(parts[-1])):
        parts.pop()
    return tuple(parts) if len(parts) > 1 else parts[0]


def _is_whole(part: object) -> bool:
    return type(part) is slice and part.start is part.stop is part.step is None


def shape_of(injected: Injected) -> tuple[int, ...]:
    """The shape of an array: the same every time, with as many dimensions as it has."""
    world, path = STAGE.world, injected._within_path
    known = world.shapes.get(path)
    if known is None:
        size = plain(world.values.get(f"{path}.ndim"))
        if type(size) is not int or not 0 <= size <= _MOST_DIMENSIONS:
            sizes = world.facts.of(f"{injected._within_kind}.shape").sizes or _DIMENSIONS
            weights = _DIMENSION_WEIGHTS if sizes is _DIMENSIONS else [1.0] * len(sizes)
            size = sizes[world.choose(f"{path} has dimensions", weights)]
        numbers = range(min(size, _MOST_DIMENSIONS))
        picks = [world.choose(f"{path}.shape[{at}]", _LENGTH_WEIGHTS) for at in numbers]
        known = world.shapes[path] = tuple(_LENGTHS[pick] for pick in picks)
        world.show(f"{path}.shape", repr(known))
    return known  # type: ignore[no-any-return]


@extends_injected
class _Shapes:
    """What the shape of an array says."""

    def _part_of_array(self: Any, name: str) -> Any:
        """A part that follows from the shape; nothing where it is not known."""
        if not is_array(self) or STAGE.world.facts.is_taken_apart(f"{self._within_kind}.{name}"):
            return None
        if name == "shape":
            return shape_of(self)
        shape = STAGE.world.shapes.get(self._within_path)
        if shape is None:
            return None
        return len(shape) if name == "ndim" else prod(shape)
