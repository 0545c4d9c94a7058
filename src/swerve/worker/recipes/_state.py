"""What does an instance hold in its attributes and slots? What is found of a class is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from ..core.identity import identity
from ..inventory._looking import MISSING, derives, mro_of, raw_attribute
from ..snapshot._classes import Layout, class_name, layout_of
from ._parts import NoRecipe

T = TypeVar("T")

_MOST_CLASSES = 1_000
_MAKERS = ("__init__", "__new__")
_MOST_ATTRIBUTES = 200

_cause_of: Any = BaseException.__dict__["__cause__"].__get__
_context_of: Any = BaseException.__dict__["__context__"].__get__
_hides_context: Any = BaseException.__dict__["__suppress_context__"].__get__


def once_a_class(find: Callable[[type], T]) -> Callable[[type], T]:
    """Let a function of a class find out once, as long as its bases and constructor are the same.

    By id: the hash of a class is its metaclass's to say.
    """
    known: dict[int, tuple[tuple[Any, ...], T]] = {}

    @wraps(find)
    def found(kind: type) -> T:
        parts = kind, mro_of(kind), *(raw_attribute(kind, name) for name in _MAKERS)
        entry = known.get(identity(kind))
        if entry is None or any(was is not now for was, now in zip(entry[0], parts)):
            if len(known) >= _MOST_CLASSES:
                known.clear()
            entry = known[identity(kind)] = parts, find(kind)
        return entry[1]

    return found


def state_of(value: Any) -> dict[str, Any]:
    """Return the attributes of an instance as they are stored; no property is asked.

    An exception has its cause and its context, too. Raises `NoRecipe` where names are no text.
    """
    layout = _layout_of(type(value))
    state: dict[str, Any] = {}
    if layout.dict_of is not None:
        attributes = layout.dict_of(value)
        if dict.__len__(attributes) > _MOST_ATTRIBUTES:
            raise NoRecipe("too many attributes")
        for name, held in dict.items(attributes):
            if type(name) is not str:
                raise NoRecipe("an attribute without a name")
            state[name] = held
    for name, reader in layout.slots:
        try:
            state[name] = reader(value)
        except AttributeError:
            continue
    if derives(type(value), BaseException):
        _add_origin(value, state)
    return state


@once_a_class
def _layout_of(kind: type) -> Layout:
    return layout_of(kind, lambda base: False)


def _add_origin(error: BaseException, state: dict[str, Any]) -> None:
    cause, context = _cause_of(error), _context_of(error)
    if cause is not None:
        state["__cause__"] = cause
    elif context is not None and not _hides_context(error):
        state["__context__"] = context


def holds_more(value: Any) -> bool:
    """Say whether an instance has a part in C, which its attributes do not show."""
    return _layout_of(type(value)).hidden is not None


def is_cache(kind: type, name: str) -> bool:
    """Say whether an attribute only keeps what would be computed again."""
    found = raw_attribute(kind, name)
    return found is not MISSING and class_name(type(found)).endswith(".cached_property")
