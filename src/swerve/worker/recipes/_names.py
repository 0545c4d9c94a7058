"""Which values are best said by a name: classes, functions, methods, members, sentinels?"""

from __future__ import annotations

from sys import modules as _modules
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ..core.identity import identity
from ..frozen._function import real_function
from ..inventory import _looking as look
from ..snapshot._classes import is_made_in_c
from ._parts import NoRecipe, Part
from ._reading import Reading
from ._state import state_of

_DESCRIPTORS = frozenset(
    map(
        id,
        (
            ClassMethodDescriptorType,
            GetSetDescriptorType,
            MemberDescriptorType,
            MethodDescriptorType,
            WrapperDescriptorType,
        ),
    )
)
#: Nobody can import from here.
_NOWHERE = frozenset(("__main__", "__mp_main__", ""))
_getattr = getattr


def by_name(reading: Reading, value: Any) -> Part | None:
    """Name a class, a function, a module, a member of an enumeration; take a bound method."""
    kind = type(value)
    if kind is MethodType or kind is MethodWrapperType:
        return _bound(reading, value.__self__, value.__name__)
    real: Any = real_function(value)
    if type(real) is BuiltinFunctionType:
        receiver = real.__self__
        if receiver is not None and not look.is_a(receiver, ModuleType):
            return _bound(reading, receiver, real.__name__)
        if real is not value:  # the clock stands still here, and there
            return reading.named((real.__module__, real.__qualname__), value)
    if look.is_enum(kind):
        return _member(reading, value)
    pair = pair_of(value)
    return None if pair is None else reading.named(pair, value)


def class_part(reading: Reading, kind: type) -> Part:
    """Name a class, or raise."""
    pair = pair_of(kind)
    if pair is None:
        raise NoRecipe("a class that cannot be imported")
    return reading.named(pair, kind)


def pair_of(value: Any) -> look.Pair | None:
    """Return a name under which something is found, a public one where there is one."""
    pair = look.name_of(value, *_hints(value)) if _may_have_name(value) else None
    if pair is None or pair[0] in _NOWHERE:
        return None
    if pair[0].startswith("_"):
        public = pair[0].lstrip("_")
        if public in _modules and look.find(public, pair[1]) is value:
            return public, pair[1]
    return pair


def _may_have_name(value: Any) -> bool:
    if look.is_class(value):
        said = look.class_pair(value)
        return said is not None and said[0] in _modules
    return True


def _hints(value: Any) -> list[look.Pair]:
    """Return where a thing says it is from: what a decorator made says what it stands for."""
    if identity(type(value)) in _DESCRIPTORS:
        owner, name = value.__objclass__, value.__name__
        said = look.class_pair(owner)
        return [(said[0], f"{said[1]}.{name}")] if said else []
    module: Any
    qualname: Any
    if type(value) is FunctionType:
        module, qualname = value.__module__, value.__qualname__
    else:
        attributes = look.instance_dict(value)
        module, qualname = attributes.get("__module__"), attributes.get("__qualname__")
    if look.is_text(module) and look.is_text(qualname) and module in _modules:
        return [(module, qualname)]
    return []


def _bound(reading: Reading, receiver: Any, name: str) -> Part:
    """Take a method from its receiver, a private one by the name that Python gives it."""
    owner = receiver if look.is_class(receiver) else type(receiver)
    if look.raw_attribute(owner, name) is look.MISSING:
        said = look.class_pair(owner)
        name = f"_{said[1].rpartition('.')[2].lstrip('_')}{name}" if said else name
    if look.raw_attribute(owner, name) is look.MISSING:
        raise NoRecipe("a method that its class does not have")
    if look.is_class(receiver):
        of = class_part(reading, receiver)
        pair = of.form[1], f"{of.form[2]}.{name}"
        return reading.named(pair, look.guarded(_getattr, receiver, name))
    return reading.attribute(reading.part(receiver), name)


def _member(reading: Reading, value: Any) -> Part:
    pair = look.member_pair(value)
    if pair is not None and pair[0] not in _NOWHERE:
        return reading.named(pair, value)
    content = look.instance_dict(value).get("_value_", look.MISSING)
    if content is look.MISSING:
        raise NoRecipe("no member")
    kind = class_part(reading, type(value))
    part = reading.value_call(kind, [reading.part(content)])
    if part.twin is not value:
        raise NoRecipe("no member")
    return part


def by_name_without_state(reading: Reading, value: Any) -> Part | None:
    """Name a sentinel: what has no state is itself and nothing else."""
    if type(value) is not object and (is_made_in_c(type(value)) or state_of(value)):
        return None
    pair = _held_by_module(reading, value)
    return None if pair is None else reading.named(pair, value)


def by_name_with_state(reading: Reading, value: Any) -> Part | None:
    """Name what a module of the target holds, whatever has become of it."""
    pair = held_by_module(reading, value)
    if pair is None:
        return None
    reading.holds_named = True
    return reading.named(pair, value)


def held_by_module(reading: Reading, value: Any) -> look.Pair | None:
    """Return the name that an instance of a class has in a module, or None."""
    return None if is_made_in_c(type(value)) else _held_by_module(reading, value)


def _held_by_module(reading: Reading, value: Any) -> look.Pair | None:
    said = look.class_pair(type(value))
    for module in (reading.home, said[0] if said else ""):
        if module in _NOWHERE or module == "builtins":
            continue
        names = look.names_in(_modules.get(module, look.MISSING))
        if identity(value) not in map(identity, dict.values(names)):
            continue
        for name, held in list(dict.items(names)):
            if held is value and look.is_text(name) and name.isidentifier() and name[:2] != "__":
                return module, name
    return None
