"""How does a call travel to a worker, how is it stored, and which call do such bytes hold?

The bytes are JSON text, described in docs/dev/recipes.md and read by `worker.recipes.building`.
"""

from __future__ import annotations

import json
from binascii import a2b_base64
from collections.abc import Callable
from types import EllipsisType
from typing import Any, get_type_hints

import swerve.observe.recipe._forms as forms
from swerve.model.plain import Reader
from swerve.worker.recipes import building as wire
from swerve.worker.recipes.building import BadRecipe

from ._forms import CallRecipe, Recipe

#: Write JSON-able data in its one form.
written_json = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":")
).encode
#: Travel as themselves, whatever their value; integers do while they are small.
_PLAIN = frozenset((str, float, bool, type(None)))
_LARGEST = wire.LARGEST_PLAIN
#: Forms that travel as a list: the tag, and their fields.
_FORMS: dict[str, type[Any]] = {
    wire.LIST: forms.List,
    wire.TUPLE: forms.Tuple,
    wire.SET: forms.Set,
    wire.FROZENSET: forms.FrozenSet,
    wire.DICT: forms.Dict,
    wire.NAME: forms.Name,
    wire.ATTRIBUTE: forms.Attribute,
    wire.ITEM: forms.Item,
    wire.CALL: forms.Call,
    wire.BLOB: forms.Blob,
    wire.SHARED: forms.Shared,
    wire.REFERENCE: forms.Reference,
    wire.AFTER: forms.After,
}
_STEPS: dict[str, type[Any]] = {
    wire.DO: forms.Do,
    wire.SET_ATTRIBUTE: forms.SetAttribute,
    wire.SET_ITEM: forms.SetItem,
    wire.CALL: forms.Call,
}
_KEYWORDS = tuple[tuple[str, Recipe], ...]


def encode_call(call: CallRecipe) -> bytes:
    """Write a call: the same bytes for the same call. Raises `BadRecipe` if it is none."""
    return _written(call, _Encoding())


def sent_call(call: CallRecipe) -> bytes:
    """Write a call for a worker: as `encode_call`, but long bytes stand apart, behind the text."""
    encoding = _Encoding(apart=bytearray())
    text = _written(call, encoding)
    return b"\0".join((text, encoding.apart)) if encoding.apart else text


def _written(call: CallRecipe, encoding: _Encoding) -> bytes:
    state = [[name.module, name.qualname, encoding.encode(recipe)] for name, recipe in call.state]
    receiver = encoding.encode(call.receiver)
    args = encoding.encode_all(call.args)
    kwargs = encoding.keywords(call.kwargs) if call.kwargs else {}
    target = call.target
    program = [wire.FORMAT, target.module, target.qualname, args, kwargs]
    if state or call.receiver is not None or call.access is not forms.Access.CALL:
        if call.access is not forms.Access.CALL:
            _check_access(call)
        program += [receiver, wire.ACCESSES.index(call.access.value), state]
    return written_json(program).encode("utf-8", "surrogatepass")


def _check_access(call: CallRecipe) -> None:
    if call.receiver is None:
        raise BadRecipe(f"no receiver to {call.access.value} {call.target.qualname} of")
    if call.kwargs or len(call.args) != (call.access is forms.Access.SET):
        raise BadRecipe(f"arguments that do not go with {call.access.value}")


def encode_recipe(recipe: Recipe) -> Any:
    """Return a single recipe as JSON-able data: what stands for it inside a call."""
    return _Encoding().encode(recipe)


class _Encoding:
    """One call being written; knows which labels can be referred to so far."""

    __slots__ = ("apart", "depth", "labels")

    def __init__(self, apart: bytearray | None = None) -> None:
        #: Takes the longer bytes constants, if there is one.
        self.apart = apart
        self.labels: set[str] = set()
        self.depth = 0

    def encode(self, recipe: Recipe) -> Any:
        kind = type(recipe)
        if kind in _PLAIN:
            return recipe
        encoder = _ENCODERS.get(kind)
        if encoder is None:
            raise BadRecipe(f"{kind.__qualname__} is not a form of a recipe")
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

    def entries(self, entries: tuple[tuple[Recipe, Recipe], ...]) -> list[Any]:
        return [[self.encode(key), self.encode(value)] for key, value in entries]

    def steps(self, steps: tuple[forms.Step, ...]) -> list[Any]:
        return [self.step(step) for step in steps]

    def step(self, step: forms.Step) -> Any:
        encoder = _STEP_ENCODERS.get(type(step))
        if encoder is None:
            raise BadRecipe(f"{type(step).__qualname__} is not a step")
        return encoder(self, step)

    def encode_integer(self, number: int) -> Any:
        return number if -_LARGEST < number < _LARGEST else [wire.INTEGER, hex(number)]

    def encode_bytes(self, data: bytes) -> Any:
        if self.apart is None or len(data) <= wire.SHORT_BYTES:
            return wire.written_bytes(data)
        start = len(self.apart)
        self.apart += data
        return [wire.BYTES_APART, start, start + len(data)]

    def encode_list(self, recipe: forms.List) -> Any:
        items = self.encode_all(recipe.items)
        values = _as_plain(items)
        return [wire.LIST, items] if values is None else [wire.LITERAL, values]

    def encode_dict(self, recipe: forms.Dict) -> Any:
        entries = self.entries(recipe.entries)
        if all(type(key) is str for key, _ in entries):
            values = _as_plain([value for _, value in entries])
            if values is not None:
                keys = [key for key, _ in entries]
                return [wire.LITERAL, dict(zip(keys, values, strict=True))]
        return [wire.DICT, entries]

    def encode_shared(self, recipe: forms.Shared) -> Any:
        return self.labelled((), recipe)

    def labelled(self, labels: tuple[str, ...], recipe: Recipe) -> Any:
        """Write what has labels; they are known from where a worker can first refer to them."""
        self.go_deeper()
        if isinstance(recipe, forms.Shared):
            inner = self.labelled((*labels, recipe.label), recipe.recipe)
            encoded = [wire.SHARED, recipe.label, inner]
        elif isinstance(recipe, forms.After):
            subject = self.labelled(labels, recipe.recipe)
            encoded = [wire.AFTER, subject, self.steps(recipe.steps)]
        elif isinstance(recipe, forms.List | forms.Set | forms.Dict):
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

    def encode_reference(self, recipe: forms.Reference) -> Any:
        if recipe.label not in self.labels:
            raise BadRecipe(f"nothing is labelled {recipe.label!r} before it is referred to")
        return [wire.REFERENCE, recipe.label]

    def encode_set_item(self, step: forms.SetItem) -> Any:
        value = self.encode(step.value)  # before the key, as it is built
        return [wire.SET_ITEM, self.encode(step.key), value]


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


#: How a field is written, by its annotation.
_WRITERS: dict[Any, Callable[[_Encoding, Any], Any]] = {
    str: lambda _, text: text,
    Recipe: _Encoding.encode,
    tuple[Recipe, ...]: _Encoding.encode_all,
    tuple[tuple[Recipe, Recipe], ...]: _Encoding.entries,
    tuple[forms.Step, ...]: _Encoding.steps,
    _KEYWORDS: _Encoding.keywords,
}


def _encoder(tag: str, form: type) -> Callable[[_Encoding, Any], Any]:
    """What writes a form as its fields stand."""
    fields = [(name, _WRITERS[kind]) for name, kind in get_type_hints(form).items()]

    def encode(encoding: _Encoding, recipe: Any) -> Any:
        return [tag, *[write(encoding, getattr(recipe, name)) for name, write in fields]]

    return encode


_ENCODERS: dict[type, Callable[[_Encoding, Any], Any]] = {
    **{form: _encoder(tag, form) for tag, form in _FORMS.items()},
    int: _Encoding.encode_integer,
    complex: lambda _, number: [wire.COMPLEX, number.real, number.imag],
    bytes: _Encoding.encode_bytes,
    EllipsisType: lambda _, __: [wire.ELLIPSIS],
    forms.List: _Encoding.encode_list,
    forms.Dict: _Encoding.encode_dict,
    forms.Shared: _Encoding.encode_shared,
    forms.Reference: _Encoding.encode_reference,
}
_STEP_ENCODERS: dict[type, Callable[[_Encoding, Any], Any]] = {
    **{form: _encoder(tag, form) for tag, form in _STEPS.items()},
    forms.SetItem: _Encoding.encode_set_item,
    forms.Call: _Encoding.encode,
}


# --- the way back ---------------------------------------------------------------------------------


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
            _READER.from_row(forms.Name, (module, qualname)),
            _recipe(receiver),
            _READER.read(tuple[Recipe, ...], args),
            _keywords(kwargs),
            tuple((_READER.from_row(forms.Name, name), _recipe(recipe)) for *name, recipe in state),
            forms.Access(wire.ACCESSES[access]),
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
    if type(encoded) in _PLAIN or type(encoded) is int:
        return encoded  # type: ignore[no-any-return]
    if type(encoded) is not list:
        raise BadRecipe("an object where a recipe should be")
    tag, *parts = encoded
    if tag in _CONSTANTS:
        return _CONSTANTS[tag](*parts)
    return _READER.from_row(_FORMS[tag], parts)  # type: ignore[no-any-return]


def _step(encoded: Any) -> forms.Step:
    tag, *parts = encoded
    return _READER.from_row(_STEPS[tag], parts)  # type: ignore[no-any-return]


def _keywords(encoded: Any) -> tuple[tuple[str, Recipe], ...]:
    return tuple([(name, _recipe(value)) for name, value in encoded.items()])


def _literal(value: Any) -> Recipe:
    if type(value) is list:
        return forms.List(tuple([_literal(item) for item in value]))
    if type(value) is dict:
        return forms.Dict(tuple([(key, _literal(item)) for key, item in value.items()]))
    return value  # type: ignore[no-any-return]


#: Constants that JSON has no form for, and what is built at once.
_CONSTANTS: dict[str, Callable[..., Recipe]] = {
    wire.LITERAL: _literal,
    wire.INTEGER: lambda digits: int(_READER.read(str, digits), 16),
    wire.COMPLEX: lambda real, imaginary: complex(real, imaginary),
    wire.BYTES: lambda text: _READER.read(str, text).encode("latin-1"),
    wire.LONG_BYTES: lambda text: a2b_base64(_READER.read(str, text)),
    wire.ELLIPSIS: lambda: ...,
}
_READER: Reader = Reader({Recipe: _recipe, forms.Step: _step, _KEYWORDS: _keywords})
