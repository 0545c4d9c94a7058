"""Into which abstract classes do values fall?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias


class CoarseClass(Enum):
    """The 12 classes that stand for kinds of values."""

    NONE = "none"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    FLOAT = "float"
    STRING = "string"
    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    SET = "set"
    CALLABLE = "callable"
    RESOURCE = "resource"
    OBJECT = "object"


class ValueClass(Enum):
    """The 23 classes a missing value is drawn from."""

    NONE = "none"
    TRUE = "true"
    FALSE = "false"
    NEGATIVE_INT = "negative int"
    ZERO_INT = "zero int"
    POSITIVE_INT = "positive int"
    NEGATIVE_FLOAT = "negative float"
    ZERO_FLOAT = "zero float"
    POSITIVE_FLOAT = "positive float"
    EMPTY_STRING = "empty string"
    STRING = "string"
    BYTES = "bytes"
    EMPTY_LIST = "empty list"
    LIST = "list"
    EMPTY_TUPLE = "empty tuple"
    TUPLE = "tuple"
    EMPTY_SET = "empty set"
    SET = "set"
    EMPTY_DICT = "empty dict"
    DICT = "dict"
    CALLABLE = "callable"
    #: Something that is entered with `with`.
    RESOURCE = "resource"
    OBJECT = "object"

    @property
    def coarse(self) -> CoarseClass:
        """The kind of value it is; bytes count as strings."""
        return _COARSE[self]


#: The last words of classes that are not called like the kind they are of.
_KINDS = {"true": "boolean", "false": "boolean", "int": "integer", "bytes": "string"}
_COARSE = {
    each: CoarseClass(_KINDS.get(word, word))
    for each in ValueClass
    for word in [each.value.rpartition(" ")[2]]
}
#: Those that a test takes for false. Objects may be false too: that is not known.
FALSY = frozenset(
    each
    for each in ValueClass
    if each in (ValueClass.NONE, ValueClass.FALSE) or each.value.startswith(("zero ", "empty "))
)

#: Sums to 1. Empty where a predictor that may know nothing knows nothing.
Distribution: TypeAlias = Mapping[ValueClass, float]


def class_of(value: object) -> ValueClass:
    """The class of a real value. Asks builtin types only, so it runs no code of the value."""
    if value is None:
        return ValueClass.NONE
    if value is True:
        return ValueClass.TRUE
    if value is False:
        return ValueClass.FALSE
    kind = type(value)
    if isinstance(value, int):
        if int.__lt__(value, 0):
            return ValueClass.NEGATIVE_INT
        return ValueClass.POSITIVE_INT if int.__gt__(value, 0) else ValueClass.ZERO_INT
    if isinstance(value, float):
        if float.__lt__(value, 0.0):
            return ValueClass.NEGATIVE_FLOAT
        return ValueClass.ZERO_FLOAT if float.__eq__(value, 0.0) else ValueClass.POSITIVE_FLOAT
    if issubclass(kind, (bytes, bytearray)):
        return ValueClass.BYTES
    for base, length, empty, filled in _SIZED:
        if issubclass(kind, base):
            return filled if length(value) else empty
    if callable(value):
        return ValueClass.CALLABLE
    if hasattr(kind, "__enter__") and hasattr(kind, "__exit__"):
        return ValueClass.RESOURCE
    return ValueClass.OBJECT


#: Lengths are asked of the builtin type, past what a subclass makes of them.
_SIZED: tuple[tuple[type, Callable[[Any], int], ValueClass, ValueClass], ...] = (
    (str, str.__len__, ValueClass.EMPTY_STRING, ValueClass.STRING),
    (list, list.__len__, ValueClass.EMPTY_LIST, ValueClass.LIST),
    (tuple, tuple.__len__, ValueClass.EMPTY_TUPLE, ValueClass.TUPLE),
    (dict, dict.__len__, ValueClass.EMPTY_DICT, ValueClass.DICT),
    (set, set.__len__, ValueClass.EMPTY_SET, ValueClass.SET),
    (frozenset, frozenset.__len__, ValueClass.EMPTY_SET, ValueClass.SET),
)


def coarse_class_of(value: object) -> CoarseClass:
    """The kind of a real value."""
    return _COARSE[class_of(value)]
