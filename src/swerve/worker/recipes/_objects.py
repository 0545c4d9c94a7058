"""Which recipe does an instance of a class have: a call of its class, or of what pickle would call?

The class is called with what the instance holds, and what comes of it is compared with the
instance. What differs is set afterwards.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Container, Iterator
from itertools import islice
from operator import getitem
from sys import modules as _modules
from time import perf_counter
from types import FunctionType, ModuleType
from typing import Any

from ..core.identity import identity
from ..inventory._looking import MISSING, derives, is_class, is_text, mro_of, raw_attribute
from ..inventory._parameters import KEYWORDS
from ..snapshot._classes import is_made_in_c
from ._builtins import is_builtin
from ._constructors import (
    FULL,
    SPREAD,
    TIGHT,
    Arguments,
    Parameter,
    arguments_for,
    parameters_of,
    with_arguments_of,
)
from ._effects import effects_of
from ._names import class_part, held_by_module
from ._parts import NoRecipe, Part, TooMuch, attempt
from ._reading import Cycle, Reading, is_fresh, look_alike
from ._state import holds_more, is_cache, state_of

_MOST_ITEMS = 2_000
_MOST_CLASSES = 1_000
#: A constructor that takes longer is not called again.
_SLOW = 0.1
#: What raw lookups of `__setstate__` find where there is nothing but attributes to set.
_NO_SETTERS = (MISSING, BaseException.__dict__["__setstate__"])
#: When they are empty, values of these types are alike.
_EMPTY_ALIKE = frozenset(map(identity, (list, dict, set, tuple, str, bytes)))
_slow: dict[int, type] = {}


# --- calling the class --------------------------------------------------------------------------


def by_constructor(reading: Reading, value: Any) -> Part | None:
    """Call the class with the arguments that can be read off the instance."""
    kind = type(value)
    if not reading.constructs or is_made_in_c(kind) or is_class(value):
        return None
    name = class_part(reading, kind)
    if derives(kind, tuple) and type(raw_attribute(kind, "_fields")) is tuple:
        return _named_tuple(reading, value, name)
    parameters = parameters_of(kind)
    if parameters is None:
        if holds_more(value):
            return None
        parameters = []
    state = state_of(value)
    if not _may_call(kind, state):
        return None
    if derives(kind, BaseException):
        state = with_arguments_of(value, parameters, state)
    may_step = held_by_module(reading, value) is None
    for arguments, has_steps in _attempts(parameters, state):
        mark = reading.mark()
        try:
            return _constructed(reading, value, name, arguments, has_steps=has_steps and may_step)
        except (Cycle, TooMuch):
            raise
        except NoRecipe:
            reading.rewind(mark)
    return None


def _attempts(
    parameters: list[Parameter], state: dict[str, Any]
) -> Iterator[tuple[Arguments, bool]]:
    """Yield the arguments to try, and whether attributes may be set afterwards."""
    tight = arguments_for(parameters, state, TIGHT)
    full = arguments_for(parameters, state, FULL)
    if tight is None or full is None:
        return
    if any(parameter.kind == KEYWORDS for parameter in parameters):
        yield tight, False
        spread = arguments_for(parameters, state, SPREAD)
        if spread is not None and not spread.is_like(tight):
            yield spread, False
    yield tight, True
    if not full.is_like(tight):
        yield full, True


def _may_call(kind: type, state: dict[str, Any]) -> bool:
    return _slow.get(identity(kind)) is not kind and not effects_of(kind).are_heard(state)


def _constructed(
    reading: Reading, value: Any, name: Part, arguments: Arguments, *, has_steps: bool
) -> Part:
    args = reading.parts(arguments.positional)
    named = {each: reading.part(held) for each, held in arguments.named.items()}
    part = _timed_call(reading, name, args, named)
    if part.twin is value:
        return part
    if has_steps and _fill(reading, value, part):
        has_steps = False  # they would have to come before
    _settle(reading, value, part, has_steps=has_steps, given=arguments.left_out)
    return part


def _fill(reading: Reading, value: Any, part: Part) -> bool:
    """Put into a container that was made empty what it holds, as its methods do it."""
    _check_type(value, part)
    if derives(type(value), dict):
        if not dict.__len__(value) or dict.__len__(part.twin) or not is_fresh(part):
            return False
        for key, held in list(dict.items(value)):
            read = reading.part(held)
            reading.set_item(part, reading.part(key), read)
        return True
    if derives(type(value), list):
        if not list.__len__(value) or list.__len__(part.twin) or not is_fresh(part):
            return False
        reading.do(part, "extend", reading.part(list(list.__iter__(value))))
        return True
    return False


def _timed_call(reading: Reading, name: Part, args: list[Any], named: dict[str, Any]) -> Part:
    started = perf_counter()
    try:
        return reading.call(name, args, **named)
    finally:
        if perf_counter() - started > _SLOW:
            if len(_slow) >= _MOST_CLASSES:
                _slow.clear()
            _slow[identity(name.twin)] = name.twin


def _named_tuple(reading: Reading, value: Any, made_by: Part) -> Part | None:
    kind = type(value)
    fields, defaults = raw_attribute(kind, "_fields"), raw_attribute(kind, "_field_defaults")
    items = [*tuple.__iter__(value)]
    if len(items) != len(fields) or not all(map(is_text, fields)):
        return None
    if state_of(value) or not _may_call(kind, {}):
        return None
    defaults = defaults if type(defaults) is dict else {}
    named = {
        name: reading.part(item)
        for name, item in zip(fields, items)
        if name not in defaults or defaults[name] is not item
    }
    part = reading.value_call(made_by, [], **named)
    _check_type(value, part)
    return part


def by_content(reading: Reading, value: Any) -> Part | None:
    """Call a class that derives from a builtin one with what that holds."""
    return _with_content(reading, value, has_steps=False)


def by_content_and_steps(reading: Reading, value: Any) -> Part | None:
    """Call such a class, and set its attributes afterwards."""
    return _with_content(reading, value, has_steps=True)


def _with_content(reading: Reading, value: Any, *, has_steps: bool) -> Part | None:
    kind = type(value)
    if not reading.constructs or is_made_in_c(kind):
        return None
    content = next(
        (_CONTENTS[identity(one)] for one in mro_of(kind) if identity(one) in _CONTENTS), None
    )
    if content is None:
        return None
    name = class_part(reading, kind)
    if not _may_call(kind, state_of(value)):
        return None
    held = content(value)
    part = _timed_call(reading, name, reading.parts([held]) if held else [], {})
    _settle(reading, value, part, has_steps=has_steps)
    return part


_CONTENTS: dict[int, Callable[[Any], Any]] = {
    identity(list): lambda value: list(list.__iter__(value)),
    identity(dict): lambda value: dict(dict.items(value)),
    identity(set): lambda value: set(set.__iter__(value)),
    identity(frozenset): lambda value: frozenset(frozenset.__iter__(value)),
    identity(tuple): lambda value: tuple(tuple.__iter__(value)),
    identity(str): lambda value: str.__str__(value),
    identity(bytes): lambda value: bytes(bytes.__iter__(value)),
    identity(bytearray): lambda value: bytes(bytearray.__iter__(value)),
    identity(int): lambda value: int.__int__(value),
    identity(float): lambda value: float.__float__(value),
}


# --- setting the rest ---------------------------------------------------------------------------


def _settle(
    reading: Reading, value: Any, part: Part, *, has_steps: bool, given: Container[str] = ()
) -> None:
    """Set the attributes in which an instance and its twin differ; those `given` must not."""
    _check_type(value, part)
    reading.begin(value, part)
    kind, is_changed = type(value), False
    state, made = state_of(value), state_of(part.twin)
    if any(name not in state for name in made):
        raise NoRecipe("an attribute that has gone")
    for name, held in state.items():
        if is_cache(kind, name) or _is_same(reading, held, made.get(name, MISSING)):
            continue
        if not has_steps or name in given or not (is_changed or is_fresh(part)):
            raise NoRecipe("another state")
        is_changed = True
        reading.set_attribute(part, name, reading.part(held))
    if holds_more(value) and not look_alike(value, part.twin):
        raise NoRecipe("another content")


def _check_type(value: Any, part: Part) -> None:
    if type(part.twin) is not type(value):
        raise NoRecipe("something of another type")
    if part.twin is value:
        raise NoRecipe("the value itself")


def _is_same(reading: Reading, value: Any, twin: Any) -> bool:
    if twin is MISSING or type(value) is not type(twin):
        return False
    if identity(type(value)) in _EMPTY_ALIKE and not value and not twin:
        return True
    return reading.is_twin(value, twin) or look_alike(value, twin)


# --- calling what pickle would call -------------------------------------------------------------


def by_reduction(reading: Reading, value: Any) -> Part | None:
    """Do what `__reduce_ex__` says."""
    kind: Any = type(value)
    is_kept = is_class(value) or is_builtin(kind) or kind is FunctionType or kind is ModuleType
    if is_kept or raw_attribute(kind, "__del__") is not MISSING:
        return None
    reduce = attempt(_registered, kind)
    reduced = attempt(reduce, value) if reduce else attempt(_reduced, kind, value)
    if type(reduced) is str:
        return _global(reading, value, reduced)
    if type(reduced) is not tuple or not 2 <= len(reduced) <= 5:
        raise NoRecipe("nothing that can be called")
    function, args, state, items, entries = (*reduced, None, None, None)[:5]
    if type(args) is not tuple:
        raise NoRecipe("no arguments")
    part = _remade(reading, value, function, args)
    if part.twin is value:
        return part
    _check_type(value, part)
    reading.begin(value, part)
    if (state or items or entries) and not is_fresh(part):
        raise NoRecipe("it is shared with another object")
    _restore_items(reading, part, items, entries)
    if state is not None and _has_own_setter(kind):
        reading.do(part, "__setstate__", reading.part(state))
    else:
        _settle_all(reading, value, part)
    if holds_more(value) and not look_alike(value, part.twin):
        raise NoRecipe("another content")
    return part


def _has_own_setter(kind: type) -> bool:
    found = raw_attribute(kind, "__setstate__")
    return not any(found is each for each in _NO_SETTERS)


def _registered(kind: type) -> Any:
    """What somebody has told pickle to do for a type.

    Nothing for exceptions: libraries such as tblib register all of them in order to keep
    tracebacks, and every exception can tell by itself how it is made.
    """
    return None if derives(kind, BaseException) else copyreg.dispatch_table.get(kind)


def _reduced(kind: Any, value: Any) -> Any:
    return kind.__reduce_ex__(value, 2)


def _global(reading: Reading, value: Any, qualname: str) -> Part | None:
    """Name what says that it is found under a name."""
    module = attempt(getattr, value, "__module__")
    if not is_text(module) or module not in _modules:
        return None
    found = attempt(getattr, _modules[module], qualname)
    return reading.named((module, qualname), value) if found is value else None


def _remade(reading: Reading, value: Any, function: Any, args: tuple[Any, ...]) -> Part:
    if function is copyreg.__newobj__:  # type: ignore[attr-defined]
        return _new(reading, args[0], args[1:], {})
    if function is copyreg.__newobj_ex__:  # type: ignore[attr-defined]
        return _new(reading, *args)
    if function is getitem and len(args) == 2:
        return reading.item(reading.part(args[0]), reading.part(args[1]))
    if function is type(value) and derives(function, BaseException) and not is_made_in_c(function):
        return _new(reading, function, args, {})  # its constructor may take others
    return reading.call(reading.part(function), reading.parts(args))


def _new(reading: Reading, kind: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Part:
    """Make an instance past its constructor."""
    name = class_part(reading, kind)
    named = {each: reading.part(held) for each, held in kwargs.items()}
    return reading.call(reading.attribute(name, "__new__"), [name, *reading.parts(args)], **named)


def _restore_items(reading: Reading, part: Part, items: Any, entries: Any) -> None:
    held = [] if items is None else attempt(list, islice(items, _MOST_ITEMS))
    if held:
        reading.do(part, "extend", reading.part(held))
    pairs = [] if entries is None else attempt(list, islice(entries, _MOST_ITEMS))
    for key, entry in pairs:
        read = reading.part(entry)
        reading.set_item(part, reading.part(key), read)


def _settle_all(reading: Reading, value: Any, part: Part) -> None:
    """Set all attributes that a bare instance lacks."""
    kind = type(value)
    made = state_of(part.twin)
    for name, held in state_of(value).items():
        if is_cache(kind, name) or _is_same(reading, held, made.get(name, MISSING)):
            continue
        reading.set_attribute(part, name, reading.part(held))
