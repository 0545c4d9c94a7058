"""How does a call travel to a worker, and how is it stored?

The bytes are JSON text, described in docs/dev/recipes.md and read by `worker.recipes.building`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from types import EllipsisType
from typing import Any

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

#: Write JSON-able data in its one form.
written_json = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode
_ACCESS_NUMBERS = {access: wire.ACCESSES.index(access.value) for access in Access}
#: Travel as themselves, whatever their value; integers do while they are small.
_PLAIN = frozenset((str, float, bool, type(None)))
_LARGEST = wire.LARGEST_PLAIN


def encode_call(call: CallRecipe) -> bytes:
    """Write a call: the same bytes for the same call. Raises `BadRecipe` if it is none."""
    encoding = _Encoding()
    state = [[name.module, name.qualname, encoding.encode(recipe)] for name, recipe in call.state]
    receiver = encoding.encode(call.receiver)
    args = encoding.encode_all(call.args)
    kwargs = encoding.keywords(call.kwargs) if call.kwargs else {}
    target = call.target
    program = [wire.FORMAT, target.module, target.qualname, args, kwargs]
    if state or call.receiver is not None or call.access is not Access.CALL:
        if call.access is not Access.CALL:
            _check_access(call)
        program += [receiver, _ACCESS_NUMBERS[call.access], state]
    return written_json(program).encode("utf-8", "surrogatepass")


def _check_access(call: CallRecipe) -> None:
    if call.receiver is None:
        raise BadRecipe(f"no receiver to {call.access.value} {call.target.qualname} of")
    if call.kwargs or len(call.args) != (call.access is Access.SET):
        raise BadRecipe(f"arguments that do not go with {call.access.value}")


def encode_recipe(recipe: Recipe) -> Any:
    """Return a single recipe as JSON-able data: what stands for it inside a call."""
    return _Encoding().encode(recipe)


class _Encoding:
    """One call being written; knows which labels can be referred to so far."""

    __slots__ = ("depth", "labels")

    def __init__(self) -> None:
        self.labels: set[str] = set()
        self.depth = 0

    def encode(self, recipe: Recipe) -> Any:
        kind = type(recipe)
        if kind in _PLAIN:
            return recipe
        encoder = _ENCODERS.get(kind)
        if encoder is None:
            raise BadRecipe(f"{kind.__qualname__} is no form of a recipe")
        self.go_deeper()
        encoded = encoder(self, recipe)
        self.depth -= 1
        return encoded

    def encode_all(self, recipes: tuple[Recipe, ...]) -> list[Any]:
        return [
            x
            if type(x) in _PLAIN or (type(x) is int and -_LARGEST < x < _LARGEST)
            else self.encode(x)
            for x in recipes
        ]

    def keywords(self, kwargs: tuple[tuple[str, Recipe], ...]) -> dict[str, Any]:
        encoded = {name: self.encode(recipe) for name, recipe in kwargs}
        if len(encoded) != len(kwargs):
            raise BadRecipe("a keyword given twice")
        return encoded

    def encode_integer(self, number: int) -> Any:
        if -_LARGEST < number < _LARGEST:
            return number
        return [wire.INTEGER, hex(number)]

    def encode_complex(self, number: complex) -> Any:
        return [wire.COMPLEX, number.real, number.imag]

    def encode_bytes(self, data: bytes) -> Any:
        return [wire.BYTES, data.decode("latin-1")]

    def encode_ellipsis(self, _: EllipsisType) -> Any:
        return [wire.ELLIPSIS]

    def encode_list(self, recipe: List) -> Any:
        items = self.encode_all(recipe.items)
        plain = _as_plain(items)
        return [wire.LIST, items] if plain is None else [wire.LITERAL, plain]

    def encode_tuple(self, recipe: Tuple) -> Any:
        return [wire.TUPLE, self.encode_all(recipe.items)]

    def encode_set(self, recipe: Set) -> Any:
        return [wire.SET, self.encode_all(recipe.items)]

    def encode_frozenset(self, recipe: FrozenSet) -> Any:
        return [wire.FROZENSET, self.encode_all(recipe.items)]

    def encode_dict(self, recipe: Dict) -> Any:
        entries = [[self.encode(key), self.encode(value)] for key, value in recipe.entries]
        if all(type(key) is str for key, _ in entries):
            values = _as_plain([value for _, value in entries])
            if values is not None:
                keys = [key for key, _ in entries]
                return [wire.LITERAL, dict(zip(keys, values, strict=True))]
        return [wire.DICT, entries]

    def encode_name(self, recipe: Name) -> Any:
        return [wire.NAME, recipe.module, recipe.qualname]

    def encode_attribute(self, recipe: Attribute) -> Any:
        return [wire.ATTRIBUTE, self.encode(recipe.of), recipe.name]

    def encode_item(self, recipe: Item) -> Any:
        return [wire.ITEM, self.encode(recipe.of), self.encode(recipe.key)]

    def encode_call(self, recipe: Call) -> Any:
        function = self.encode(recipe.function)
        args = self.encode_all(recipe.args)
        return [wire.CALL, function, args, self.keywords(recipe.kwargs)]

    def encode_shared(self, recipe: Shared) -> Any:
        return self.labelled((), recipe)

    def labelled(self, labels: tuple[str, ...], recipe: Recipe) -> Any:
        """Write what has labels; they are known from where a worker can first refer to them."""
        self.go_deeper()
        if isinstance(recipe, Shared):
            inner = self.labelled((*labels, recipe.label), recipe.recipe)
            encoded = [wire.SHARED, recipe.label, inner]
        elif isinstance(recipe, After):
            subject = self.labelled(labels, recipe.recipe)
            encoded = [wire.AFTER, subject, self.steps(recipe.steps)]
        elif isinstance(recipe, List | Set | Dict):
            self.add_labels(labels)
            encoded = self.encode(recipe)
        else:
            encoded = self.encode(recipe)
            self.add_labels(labels)
        self.depth -= 1
        return encoded

    def go_deeper(self) -> None:
        self.depth += 1
        if self.depth > wire.MAX_DEPTH:
            raise BadRecipe(f"nested deeper than {wire.MAX_DEPTH} levels")

    def add_labels(self, labels: tuple[str, ...]) -> None:
        for label in labels:
            if label in self.labels:
                raise BadRecipe(f"the label {label!r} is given twice")
            self.labels.add(label)

    def encode_reference(self, recipe: Reference) -> Any:
        if recipe.label not in self.labels:
            raise BadRecipe(f"nothing is labelled {recipe.label!r} before it is referred to")
        return [wire.REFERENCE, recipe.label]

    def encode_after(self, recipe: After) -> Any:
        return [wire.AFTER, self.encode(recipe.recipe), self.steps(recipe.steps)]

    def steps(self, steps: tuple[Step, ...]) -> Any:
        return [self.step(step) for step in steps]

    def step(self, step: Step) -> Any:
        if isinstance(step, Do):
            args = self.encode_all(step.args)
            return [wire.DO, step.method, args, self.keywords(step.kwargs)]
        if isinstance(step, SetAttribute):
            return [wire.SET_ATTRIBUTE, step.name, self.encode(step.value)]
        if isinstance(step, SetItem):
            value = self.encode(step.value)  # before the key, as it is built
            return [wire.SET_ITEM, self.encode(step.key), value]
        if isinstance(step, Call):
            return self.encode(step)
        raise BadRecipe(f"{type(step).__qualname__} is no step")

    def encode_blob(self, recipe: Blob) -> Any:
        return [wire.BLOB, recipe.name]


def _as_plain(items: list[Any]) -> list[Any] | None:
    """Return encoded items as the values they are, or None where one has to be built."""
    values = []
    for item in items:
        if type(item) is list:
            if item[0] != wire.LITERAL:
                return None
            values.append(item[1])
        else:
            values.append(item)
    return values


_ENCODERS: dict[type, Callable[[_Encoding, Any], Any]] = {
    int: _Encoding.encode_integer,
    complex: _Encoding.encode_complex,
    bytes: _Encoding.encode_bytes,
    EllipsisType: _Encoding.encode_ellipsis,
    List: _Encoding.encode_list,
    Tuple: _Encoding.encode_tuple,
    Set: _Encoding.encode_set,
    FrozenSet: _Encoding.encode_frozenset,
    Dict: _Encoding.encode_dict,
    Name: _Encoding.encode_name,
    Attribute: _Encoding.encode_attribute,
    Item: _Encoding.encode_item,
    Call: _Encoding.encode_call,
    Shared: _Encoding.encode_shared,
    Reference: _Encoding.encode_reference,
    After: _Encoding.encode_after,
    Blob: _Encoding.encode_blob,
}
