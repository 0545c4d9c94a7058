"""How would a class be called to make an instance like one that is there?

The arguments are read off the instance: a parameter `name` is kept as `name`, `_name`, or under
whatever attribute the constructor puts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ..core.identity import identity
from ..inventory import _looking as look
from ..inventory._parameters import (
    HAS_KEYWORDS,
    KEYWORD_ONLY,
    KEYWORDS,
    POSITIONAL,
    POSITIONAL_ONLY,
    VARIADIC,
    code_behind,
    declared_by,
)
from ._state import once_a_class

_ATOMS = frozenset(map(identity, (type(None), bool, int, float, complex, str, bytes, type(...))))
_EMPTY = frozenset(map(identity, (list, tuple, dict, set, frozenset)))

_args_of: Any = BaseException.__dict__["args"].__get__


@dataclass
class Parameter:
    """A parameter of a constructor."""

    name: str
    kind: int
    default: Any
    #: Attributes that may hold the argument.
    kept_as: tuple[str, ...]


@once_a_class
def parameters_of(kind: type) -> list[Parameter] | None:
    """Return the parameters of a class's constructor, or None if it is not written in Python.

    Where it passes keywords on, those of the next class's are among them.
    """
    found: dict[str, Parameter] = {}
    is_passed_on = False
    for one in look.mro_of(kind):
        function = _constructor_in(one)
        if function is None:
            continue
        for parameter in _read(function, one):
            if is_passed_on and parameter.kind in (POSITIONAL_ONLY, VARIADIC):
                continue
            if is_passed_on and parameter.kind == POSITIONAL:
                parameter.kind = KEYWORD_ONLY
            found.setdefault(parameter.name, parameter)
        if not look.code_of(function).co_flags & HAS_KEYWORDS:
            break
        is_passed_on = True
    return list(found.values()) if found or _constructor_of(kind) else None


def _constructor_of(kind: type) -> Any:
    return next((found for found in map(_constructor_in, look.mro_of(kind)) if found), None)


def _constructor_in(kind: type) -> Any:
    for name in ("__init__", "__new__"):
        function = look.unwrapped(look.type_dict(kind).get(name, look.MISSING))
        if type(function) is FunctionType:
            function, _ = code_behind(function)
            if function is not look.MISSING:
                return function
    return None


def _read(function: Any, owner: type) -> Iterator[Parameter]:
    """Read the parameters of a Python function, all but the first."""
    stored = look.guarded(_attributes_stored, look.code_of(function))
    said = look.class_pair(owner)
    own_name = said[1].rpartition(".")[2].lstrip("_") if said else ""
    for number, (name, kind, default) in enumerate(declared_by(function)):
        if not number and kind in (POSITIONAL_ONLY, POSITIONAL):
            continue
        kept_as = [name, f"_{name}", f"_{own_name}__{name}"]
        if name.endswith("_"):
            kept_as.append(name[:-1])
        if stored is not look.MISSING:
            kept_as[:0] = stored.get(name, ())
        yield Parameter(name, kind, default, tuple(kept_as))


def _attributes_stored(code: Any) -> dict[str, list[str]]:
    """Return under which attributes of `self` each parameter is put just as it is."""
    from dis import get_instructions

    myself = code.co_varnames[0]
    loaded: list[str] = []
    found: dict[str, list[str]] = {}
    for instruction in get_instructions(code):
        operation, name = instruction.opname, instruction.argval
        if operation.startswith("LOAD_FAST"):
            loaded += name if type(name) is tuple else [name]
            continue
        if operation == "STORE_ATTR" and len(loaded) >= 2 and loaded[-1] == myself:
            found.setdefault(loaded[-2], []).append(name)
        loaded.clear()
    return found


class Arguments:
    """What a constructor would be given."""

    def __init__(self) -> None:
        self.positional: list[Any] = []
        self.named: dict[str, Any] = {}
        #: Attributes that were not given, in the hope that a default stands for them.
        self.left_out: set[str] = set()

    def is_like(self, other: Arguments) -> bool:
        """Say whether these are the same arguments."""
        mine, theirs = [*self.named.values()], [*other.named.values()]
        return (
            [*self.named] == [*other.named]
            and [*map(identity, self.positional)] == [*map(identity, other.positional)]
            and [*map(identity, mine)] == [*map(identity, theirs)]
        )


#: Which arguments are given: none that a default may stand for, as an empty list for None; all; or
#: also every public attribute for `**kwargs`.
TIGHT, FULL, SPREAD = range(3)


def arguments_for(
    parameters: list[Parameter], state: dict[str, Any], extent: int
) -> Arguments | None:
    """Read the arguments off the state of an instance; None where one is not to be found."""
    arguments = Arguments()
    extras = _extras(parameters, state)
    for parameter in parameters:
        if parameter.kind == VARIADIC:
            arguments.positional += extras
            continue
        if parameter.kind == KEYWORDS:
            _add_keywords(arguments, parameters, parameter, state, extent)
            continue
        is_by_place = parameter.kind == POSITIONAL_ONLY or (
            bool(extras) and parameter.kind == POSITIONAL
        )
        at = _place(parameter, state)
        value = state.get(at, look.MISSING)
        if value is look.MISSING:
            if parameter.default is look.MISSING or (is_by_place and extras):
                return None
        elif is_by_place:
            arguments.positional.append(value)
        elif extent == TIGHT and _may_be_default(value, parameter.default):
            arguments.left_out.add(at)
        elif not _is_default(value, parameter.default):
            arguments.named[parameter.name] = value
    return arguments


def with_arguments_of(
    error: BaseException, parameters: list[Parameter], state: dict[str, Any]
) -> dict[str, Any]:
    """Return the state of an exception, with what it was given in place of what it did not keep."""
    given = iter(_args_of(error))
    found = dict(state)
    for parameter in parameters:
        if parameter.kind in (POSITIONAL_ONLY, POSITIONAL, KEYWORD_ONLY):
            if parameter.default is look.MISSING and _kept(parameter, state) is look.MISSING:
                value = next(given, look.MISSING)
                if value is not look.MISSING:
                    found[parameter.name] = value
        elif parameter.kind == VARIADIC:
            found.setdefault(parameter.name, _args_of(error))
    return found


def _place(parameter: Parameter, state: dict[str, Any]) -> str:
    return next((name for name in parameter.kept_as if name in state), "")


def _kept(parameter: Parameter, state: dict[str, Any]) -> Any:
    return state.get(_place(parameter, state), look.MISSING)


def _extras(parameters: list[Parameter], state: dict[str, Any]) -> list[Any]:
    for parameter in parameters:
        if parameter.kind == VARIADIC:
            value = _kept(parameter, state)
            if type(value) is tuple or type(value) is list:
                return [*value]
    return []


def _add_keywords(
    arguments: Arguments,
    parameters: list[Parameter],
    parameter: Parameter,
    state: dict[str, Any],
    extent: int,
) -> None:
    """Add what goes into `**kwargs`; if that is not kept, all public attributes may have been."""
    value = _kept(parameter, state)
    if type(value) is dict and all(type(name) is str for name in value):
        arguments.named.update(value)
    elif extent == SPREAD:
        known = {name for each in parameters for name in (each.name, *each.kept_as)}
        for name, held in state.items():
            if name not in known and not name.startswith("_"):
                arguments.named[name] = held


def _is_default(value: Any, default: Any) -> bool:
    if value is default:
        return True
    is_atom = identity(type(default)) in _ATOMS and type(value) is type(default)
    return is_atom and repr(value) == repr(default)


def _may_be_default(value: Any, default: Any) -> bool:
    """Say whether a value is an empty container, which None or a factory may become."""
    if default is look.MISSING or (identity(type(default)) in _ATOMS and default is not None):
        return False
    return identity(type(value)) in _EMPTY and not value
