"""What does a class really say about its instances? Its name, and where they keep their state.

Everything is read with the descriptors of `type` itself: a metaclass cannot lie, and none of its
methods run. Classes are compared with `is` alone: `in` would ask a metaclass what equals what.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import calcsize
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType
from typing import Any

from ..core.identity import identity

_of_type: Any = type.__dict__
_dict_of: Callable[[type], MappingProxyType[Any, Any]] = _of_type["__dict__"].__get__
mro_of: Callable[[type], tuple[type, ...]] = _of_type["__mro__"].__get__
_base_of: Callable[[type], type | None] = _of_type["__base__"].__get__
_qualname_of: Callable[[type], str] = _of_type["__qualname__"].__get__
_module_of: Callable[[type], object] = _of_type["__module__"].__get__
_flags_of: Callable[[type], int] = _of_type["__flags__"].__get__
_size_of: Callable[[type], int] = _of_type["__basicsize__"].__get__
_item_size_of: Callable[[type], int] = _of_type["__itemsize__"].__get__
_dict_offset_of: Callable[[type], int] = _of_type["__dictoffset__"].__get__
_weak_offset_of: Callable[[type], int] = _of_type["__weakrefoffset__"].__get__

_IMMUTABLE = 1 << 8
_HEAP = 1 << 9
_POINTER = calcsize("P")
_LONGEST_NAME = 200
_STR = frozenset((identity(str),))


def exact_text(text: object) -> str:
    """A string without its subclass; what is no string has no name."""
    return str.__str__(text)[:_LONGEST_NAME] if derives(type(text), str) else "?"


def derives(cls: type, base: type) -> bool:
    """Whether `base` is among the bases of a class."""
    return any(each is base for each in mro_of(cls))


def own_names(cls: type) -> dict[str, Any]:
    """What the class itself defines, without its bases."""
    # Filtered before anything is looked up: a key may be no string, and lie about its hash.
    return {name: value for name, value in _dict_of(cls).items() if type(name) is str}


def find(names: Any, wanted: str) -> Any:
    """Look up a name without asking keys whether they are equal to it."""
    if {*map(identity, map(type, dict.__iter__(names)))} <= _STR:
        return dict.get(names, wanted)
    for name, value in dict.items(names):
        if type(name) is str and name == wanted:
            return value
    return None


def is_made_in_c(cls: type) -> bool:
    """Whether a class is certainly not written in Python."""
    flags = _flags_of(cls)
    return not flags & _HEAP or bool(flags & _IMMUTABLE)


def class_name(cls: type) -> str:
    """`module.qualname`, or the bare name of a builtin."""
    name = exact_text(_qualname_of(cls))
    if is_made_in_c(cls):
        module = exact_text(_module_of(cls))
        return name if module == "builtins" else f"{module}.{name}"
    # In full even when it says "builtins": only real ones have bare names.
    names: Any = _dict_of(cls)
    if not {*map(identity, map(type, names))} <= _STR:
        names = own_names(cls)
    return f"{exact_text(names.get('__module__'))}.{name}"


class Layout:
    """Where the instances of a class keep their state."""

    __slots__ = ("base", "dict_of", "has_dict", "hidden", "members", "slots")

    def __init__(self) -> None:
        #: (name, reader) of every slot, the class's own first.
        self.slots: list[tuple[str, Callable[[object], Any]]] = []
        #: Returns the instance's dictionary; None where there is none, or none that can be reached.
        self.dict_of: Callable[[object], dict[Any, Any]] | None = None
        self.has_dict = False
        #: The first base (or the class itself) that keeps state which nothing here reads.
        self.hidden: type | None = None
        #: (name, reader) of what classes made in C show of their state.
        self.members: list[tuple[str, Callable[[object], Any]]] = []
        #: The first class for which the caller has a rule.
        self.base: type | None = None


def layout_of(cls: type, has_rule: Callable[[type], bool]) -> Layout:
    """Find every place where an instance keeps something, down to a base that has a rule."""
    layout = Layout()
    layout.has_dict = _dict_offset_of(cls) != 0
    current: type | None = cls
    taken: set[str] = set()
    while current is not None and current is not object:
        names = own_names(current)
        _find_dict(layout, current, names)
        if layout.base is None and has_rule(current):
            layout.base = current
        if layout.base is None:
            slots = _slots_of(current, names)
            for name, reader in slots:
                unique = (
                    name if name not in taken else f"{exact_text(_qualname_of(current))}.{name}"
                )
                taken.add(unique)
                layout.slots.append((unique, reader))
            if layout.hidden is None and _has_more(current, len(slots)):
                layout.hidden = current
        if is_made_in_c(current):
            layout.members += _members_of(current, names)
        current = _base_of(current)
    return layout


def reader_of(cls: type, name: str) -> Callable[[object], Any] | None:
    """Read one attribute of a class made in C; None when it has no such attribute."""
    descriptor = own_names(cls).get(name)
    return _getter(descriptor) if _reads_state(descriptor) else None


def _reads_state(descriptor: object) -> bool:
    return type(descriptor) is GetSetDescriptorType or type(descriptor) is MemberDescriptorType


def _getter(descriptor: Any) -> Callable[[object], Any]:
    getter: Callable[[object], Any] = descriptor.__get__
    return getter


def _find_dict(layout: Layout, cls: type, names: dict[str, Any]) -> None:
    descriptor: Any = names.get("__dict__")
    if (
        layout.dict_of is None
        and _reads_state(descriptor)
        and descriptor.__objclass__ is cls
        and descriptor.__name__ == "__dict__"
    ):
        layout.dict_of = _getter(descriptor)


def _slots_of(cls: type, names: dict[str, Any]) -> list[tuple[str, Callable[[object], Any]]]:
    """The real slots of a class written in Python, whatever `__slots__` says by now."""
    if "__slots__" not in names:
        return []
    found = {}
    for value in names.values():
        # A class may hold a slot of another one, or one slot twice.
        if type(value) is MemberDescriptorType and value.__objclass__ is cls:
            found[value.__name__] = _getter(value)
    return list(found.items())


def _members_of(cls: type, names: dict[str, Any]) -> list[tuple[str, Callable[[object], Any]]]:
    return [
        (name, _getter(value))
        for name, value in names.items()
        if _reads_state(value) and value.__objclass__ is cls and name[:2] != "__"
    ]


def _has_more(cls: type, slots: int) -> bool:
    """Whether instances are bigger than slots, dictionary and weak references explain."""
    base = _base_of(cls)
    if base is None:
        return False
    if _item_size_of(cls) != _item_size_of(base):
        return True
    explained = _size_of(base) + slots * _POINTER
    offset = _dict_offset_of(cls)
    # A negative offset other than this one is a dictionary that lies in front of the object.
    if not _dict_offset_of(base) and (offset > 0 or offset == -_POINTER):
        explained += _POINTER
    if not _weak_offset_of(base) and _weak_offset_of(cls) > 0:
        explained += _POINTER
    return _size_of(cls) > explained
