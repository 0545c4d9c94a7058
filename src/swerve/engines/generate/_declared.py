"""Does a call keep to the types that a function declares?

Python lets callers pass anything, but what two versions do with values that neither was written
for is nobody's concern. Only what is surely of another type is told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from swerve.observe.recipe import (
    CallRecipe,
    Class,
    Dict,
    Either,
    FrozenSet,
    FunctionOf,
    InstanceOf,
    Inventory,
    Known,
    List,
    Name,
    OneOf,
    Parameter,
    ParameterKind,
    Recipe,
    Set,
    Tuple,
    TupleOf,
    Type,
    Variable,
)

_CONTAINERS: dict[type, str] = {
    List: "list",
    Tuple: "tuple",
    Set: "set",
    FrozenSet: "frozenset",
    Dict: "dict",
}
_SCALARS = frozenset({"int", "bool", "float", "complex", "str", "bytes", "NoneType"})
_GROUPS = frozenset({"list", "tuple", "set", "frozenset", "dict", "str", "bytes"})
_STANDARD = frozenset({"builtins", "typing", "collections.abc", "numbers"})
#: Declared -> what may be given.
_TAKES: dict[str, frozenset[str]] = {
    "int": frozenset({"int", "bool"}),
    "float": frozenset({"int", "bool", "float"}),
    "complex": frozenset({"int", "bool", "float", "complex"}),
    "bool": frozenset({"bool"}),
    "str": frozenset({"str"}),
    "bytes": frozenset({"bytes"}),
    "NoneType": frozenset({"NoneType"}),
    "list": frozenset({"list"}),
    "tuple": frozenset({"tuple"}),
    "set": frozenset({"set"}),
    "frozenset": frozenset({"frozenset"}),
    "dict": frozenset({"dict"}),
    **dict.fromkeys(("Sequence", "Reversible"), frozenset({"list", "tuple", "str", "bytes"})),
    "MutableSequence": frozenset({"list"}),
    **dict.fromkeys(("Mapping", "MutableMapping"), frozenset({"dict"})),
    **dict.fromkeys(("Set", "AbstractSet"), frozenset({"set", "frozenset"})),
    "MutableSet": frozenset({"set"}),
    **dict.fromkeys(("Iterable", "Collection", "Container", "Sized"), _GROUPS),
}


@dataclass(frozen=True, slots=True)
class Declared:
    """The parameters of a function, and the classes that their types name."""

    parameters: Sequence[Parameter]
    inventory: Inventory

    def allows(self, call: CallRecipe) -> bool:
        """Whether no argument is surely of another type than declared."""
        return all(self._takes(parameter, value) for parameter, value in self._bound(call))

    def _bound(self, call: CallRecipe) -> Iterable[tuple[Parameter, Recipe]]:
        by_name = {each.name: each for each in self.parameters}
        words = next((e for e in self.parameters if e.kind is ParameterKind.KEYWORDS), None)
        positional = [
            each
            for each in self.parameters
            if each.kind not in (ParameterKind.KEYWORD_ONLY, ParameterKind.KEYWORDS)
        ]
        for at, value in enumerate(call.args):
            if at < len(positional):
                yield positional[at], value
            elif positional and positional[-1].kind is ParameterKind.VARIADIC:
                yield positional[-1], value
        for name, value in call.kwargs:
            parameter = by_name.get(name, words)
            if parameter is not None:
                yield parameter, value

    def _takes(self, parameter: Parameter, value: Recipe) -> bool:
        default = parameter.default
        if isinstance(default, Known) and type(default.recipe) is type(value):
            return True
        return self._fits(value, parameter.type)

    def _fits(self, value: Recipe, declared: Type) -> bool:
        match declared:
            case Either(options):
                return any(self._fits(value, each) for each in options)
            case OneOf(values):
                return not _kind(value) or any(
                    type(each) is type(value) and each == value for each in values
                )
            case FunctionOf():
                return not _kind(value)
            case Variable(_, bound, constraints):
                known = constraints or (() if bound is None else (bound,))
                return not known or any(self._fits(value, each) for each in known)
            case TupleOf(items):
                if not isinstance(value, Tuple):
                    return not _kind(value)
                parts = zip(value.items, items, strict=False)
                return len(value.items) == len(items) and all(self._fits(*each) for each in parts)
            case InstanceOf(name, arguments):
                return self._is_instance(value, name, arguments)
        return True

    def _is_instance(self, value: Recipe, name: Name, arguments: tuple[Type, ...]) -> bool:
        kind = _kind(value)
        if not kind:
            return True
        last = name.qualname.rpartition(".")[2]
        if name.module in _STANDARD:
            takes = _TAKES.get(last)
            if takes is None:
                return True
            return kind in takes and self._holds(value, arguments)
        known = self.inventory.classes.get(name)
        return known is None or _may_be_plain(known)

    def _holds(self, value: Recipe, arguments: tuple[Type, ...]) -> bool:
        """Whether what is inside fits as well."""
        match value:
            case List(items) | Tuple(items) | Set(items) | FrozenSet(items) if arguments:
                return all(self._fits(each, arguments[0]) for each in items)
            case Dict(entries) if arguments:
                return all(
                    self._fits(part, of)
                    for entry in entries
                    for part, of in zip(entry, arguments, strict=False)
                )
            case str() if arguments:
                return not value or self._fits("", arguments[0])
            case bytes() if arguments:
                return not value or self._fits(0, arguments[0])
        return True


def _kind(value: Recipe) -> str:
    """What a plain value is called; empty for objects, and where only a run would tell."""
    if type(value) in _CONTAINERS:
        return _CONTAINERS[type(value)]
    name = type(value).__name__
    return name if name in _SCALARS else ""


def _may_be_plain(known: Class) -> bool:
    """Whether a number, a text or a container may stand for an instance of a class."""
    if known.traits & {"typed dict", "protocol", "enum", "flag"}:
        return True
    return any(base.module != "builtins" or base.qualname != "object" for base in known.bases)
