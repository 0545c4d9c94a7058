"""Which classes does the use of a value speak for, and which can do all that is done with it?

Evidence adds up, and so does evidence for the wrong class: a name may sound like a number's. But a
value that has an item taken out of it is no number, whatever it is called.
"""

from __future__ import annotations

import io
from typing import TypeAlias

from swerve.facts.classes import CoarseClass, coarse_class_of
from swerve.facts.usage import Usage

from ._uses import (
    FIT_FOR_SIGN,
    KNOWN,
    NUMBERS,
    TOLD_BY_SIGN,
    WITH_ITEMS,
    fit_for_reader,
    told_by_reader,
)

#: Mutable, and made to be added to.
Weights: TypeAlias = "dict[CoarseClass, float]"

_BOOLEAN, _INTEGER, _FLOAT = CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT
_STRING, _LIST, _TUPLE = CoarseClass.STRING, CoarseClass.LIST, CoarseClass.TUPLE
_DICT, _SET, _OBJECT = CoarseClass.DICT, CoarseClass.SET, CoarseClass.OBJECT
_CALLABLE, _RESOURCE = CoarseClass.CALLABLE, CoarseClass.RESOURCE

_MEMBERS: dict[CoarseClass, frozenset[str]] = {
    _STRING: frozenset(dir(str)) | frozenset(dir(bytes)),
    _LIST: frozenset(dir(list)),
    _DICT: frozenset(dir(dict)),
    _SET: frozenset(dir(set)),
    _TUPLE: frozenset(dir(tuple)),
    _INTEGER: frozenset(dir(int)),
    _FLOAT: frozenset(dir(float)),
    CoarseClass.RESOURCE: frozenset(dir(io.TextIOWrapper)) - {"seek"},
}
#: Builtins have them, and so do many other objects.
_COMMON = frozenset(
    {
        "get", "add", "update", "format", "find", "index", "count", "remove", "clear", "copy",
        "real", "imag", "close", "read", "write", "join", "insert", "extend", "pop", "values",
        "items", "name", "seek", "flush", "discard", "replace", "title", "center", "hex", "mode",
    }
)  # fmt: skip
#: Of the classes that have a method, which is meant most often.
_MEANT: dict[str, CoarseClass] = {
    "pop": _LIST, "copy": _DICT, "clear": _DICT, "update": _DICT, "index": _LIST, "count": _LIST,
    "remove": _LIST, "hex": _STRING,
}  # fmt: skip

#: Take operands of the same class, or numbers.
_ALIKE = frozenset({"+", "-", "<", ">"})
#: Everything has them.
_EVERYWHERE = frozenset(dir(object)) | {"__dict__"}
#: Only code has them.
_OF_CODE = frozenset(
    {"__name__", "__qualname__", "__module__", "__wrapped__", "__code__", "__defaults__",
     "__annotations__", "__mro__", "__bases__", "__subclasses__", "__func__", "mro"}
)  # fmt: skip
_BUILTIN_CLASSES: dict[str, CoarseClass] = {
    "str": _STRING, "bytes": _STRING, "bytearray": _STRING, "int": _INTEGER, "float": _FLOAT,
    "bool": _BOOLEAN, "list": _LIST, "tuple": _TUPLE, "dict": _DICT, "set": _SET,
    "frozenset": _SET, "type": _CALLABLE, "Mapping": _DICT, "Sequence": _LIST, "Iterable": _LIST,
    "Callable": _CALLABLE, "Number": _FLOAT,
}  # fmt: skip


def class_named(name: str) -> CoarseClass:
    """The class that values of a class with a dotted name have."""
    return _BUILTIN_CLASSES.get(name.rpartition(".")[2], _OBJECT)


def _word(kind: CoarseClass) -> str:
    return kind.value


def add_usage(usage: Usage, weights: Weights, *, is_name: bool) -> None:
    """Add the weight of everything that is done with a value."""
    _add_members(usage, weights)
    for sign in sorted(usage.operators):
        if sign in ("+", "<", ">", "-", "*") and usage.operand_classes:
            continue  # the other operand tells more
        for kind, weight in TOLD_BY_SIGN.get(sign, ()):
            weights[kind] += weight
    for kind in sorted(usage.operand_classes, key=_word):
        if kind is not CoarseClass.NONE:
            weights[kind] += 2.5 / len(usage.operand_classes)
    for value in usage.literals:
        weights[coarse_class_of(value)] += 3.0 / len(usage.literals)
    for function in sorted(usage.passed_to):
        for kind, weight in told_by_reader(function):
            weights[kind] += weight
    for name in usage.instance_of:
        weights[class_named(name)] += 3.0 / len(usage.instance_of)
    _add_protocols(usage, weights, is_name=is_name)
    if usage.truth_tested and not weights:
        weights[_BOOLEAN] += 1.5
        weights[_OBJECT] += 0.5


def _add_protocols(usage: Usage, weights: Weights, *, is_name: bool) -> None:
    if usage.called:
        weights[_CALLABLE] += 8.0
    if usage.entered:
        weights[_RESOURCE] += 6.0
    if usage.raised or usage.caught:
        weights[_CALLABLE if is_name or usage.caught or usage.called else _OBJECT] += 4.0
    if usage.iterated and not weights.get(_DICT) and not weights.get(_STRING):
        weights[_LIST] += 2.5
        weights[_TUPLE] += 0.2
        weights[_SET] += 0.2
    if usage.unpacked:
        weights[_TUPLE] += 2.5
        weights[_LIST] += 0.5
    if usage.keys and any(isinstance(key, str) for key in usage.keys):
        weights[_DICT] += 0.5


def _add_members(usage: Usage, weights: Weights) -> None:
    used = (usage.methods | usage.attributes) - usage.asked_attributes
    used -= {"__class__", "__dict__", "__doc__"}
    if not used:
        if usage.asked_attributes:
            weights[_OBJECT] += 2.0
        return
    if used & _OF_CODE:
        weights[_CALLABLE] += 2.0
        weights[_OBJECT] += 1.0
        return
    if usage.entered:
        return  # what it gives when entered has the members
    fitting = [kind for kind, members in _MEMBERS.items() if used <= members]
    if not fitting:
        weights[_OBJECT] += 10.0
        return
    meant = {_MEANT[name] for name in used if name in _MEANT and _MEANT[name] in fitting}
    for kind in fitting:
        weights[kind] += 4.0 * (2.0 if kind in meant else 1.0) / (len(fitting) + len(meant))
    weights[_OBJECT] += 2.0 if used <= _COMMON else 0.3


def unfit_for(usage: Usage) -> frozenset[CoarseClass]:
    """The classes that lack something which the code does with a value without asking first."""
    if usage.entered or usage.raised or usage.caught:
        return KNOWN
    if usage.called and "callable" not in usage.passed_to:
        return KNOWN
    used = ((usage.methods | usage.attributes) - usage.asked_attributes) - _EVERYWHERE
    fit = KNOWN
    if used:
        fit = frozenset(kind for kind in KNOWN if kind in _MEMBERS and used <= _MEMBERS[kind])
    if usage.iterated or usage.unpacked:
        fit &= WITH_ITEMS
    for sign in usage.operators:
        fit &= FIT_FOR_SIGN.get(sign, KNOWN)
    others = usage.operand_classes - {CoarseClass.NONE}
    if others and not usage.operators.isdisjoint(_ALIKE):
        fit &= others | NUMBERS if others & NUMBERS else others
    for function in usage.passed_to:
        fit &= fit_for_reader(function)
    return KNOWN - fit
