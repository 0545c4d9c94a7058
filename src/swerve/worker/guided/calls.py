"""What happens when something is called that is missing?

Methods that builtin types have tell what the object is. All else is a call outside: logged if it
has an effect, and answered with a made-up result, or with an exception that the code expects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._arrays import ARRAY_LIBRARIES, METHOD, as_array, is_array
from ._injected import (
    Injected,
    call_term,
    extends_injected,
    is_local,
    plain,
    state_of,
    term,
)
from ._items import is_same_key
from ._surroundings import CONVERSIONS, converted
from ._world import STAGE
from .effects import has_effect
from .tables import has_method, is_table

_STRING_METHODS = frozenset(
    [
        *("strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith", "splitlines"),
        *("rsplit", "split", "partition", "rpartition", "encode", "zfill", "ljust", "rjust"),
        *("isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower", "casefold"),
        *("swapcase", "capitalize", "title", "expandtabs", "removeprefix", "removesuffix"),
        *("isidentifier", "isnumeric"),
    ]
)
_SEARCHES = frozenset(("find", "rfind", "index", "rindex", "count"))
_OF_TEXTS = frozenset((str, bytes, int, bool, tuple, type(None), Injected))
_FOR_TEXTS = frozenset(("sep", "maxsplit", "keepends", "encoding", "errors", "tabsize"))
#: With how many arguments these are called; at most, for mappings.
_LIST_METHODS = {"append": 1, "extend": 1, "insert": 2, "sort": 0, "reverse": 0}
_MAPPING_METHODS = {"items": 0, "keys": 0, "values": 0, "setdefault": 2}
#: What changes a container, and nothing outside of it.
_CHANGES = frozenset(("add", "discard", "remove", "update", "clear", "pop", "popleft", "popitem"))

#: Functions of libraries of arrays that give something else.
_NO_ARRAYS = frozenset(
    ("dtype", "finfo", "iinfo", "errstate", "default_rng", "ndim", "shape", "size")
)
#: What arrays from files have, and computes nothing.
_OF_FILES = frozenset(("close", "flush"))
#: Functions of libraries of arrays that arrays have as methods: both mean the same.
_METHODS_TOO = frozenset(
    (
        *("sum", "mean", "std", "var", "min", "max", "argmin", "argmax", "all", "any", "dot"),
        *("reshape", "ravel", "transpose", "cumsum", "cumprod", "prod", "round", "clip", "copy"),
        *("repeat", "take", "nonzero", "squeeze", "diagonal", "trace", "swapaxes", "ptp"),
    )
)


class Returned(BaseException):
    """What a generator says that somebody drives: `returnValue(value)`."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.value = value


@extends_injected
class _Calls:
    """Calls."""

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        base = self._within_base
        if is_array(self) and base is not None:
            if STAGE.world.facts.hides_arrays:
                STAGE.world.computed.add(f"{METHOD}{self._within_name}")
            path = self._within_path.replace(".copy().", ".")  # what is computed is new anyway
            return as_array(call_outside(path, self._within_kind, args, kwargs))
        if base is not None:
            answer = _method(base, self._within_name, args, kwargs)
            if answer is not NotImplemented:
                return answer
        return call_outside(self._within_path, self._within_kind, args, kwargs)


def call_outside(path: str, kind: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call something that is missing: its result, or what the code around expects it to raise."""
    world = STAGE.world
    name = path.rpartition(".")[2]
    if name == "returnValue" and world.is_driven:
        raise Returned(args[0] if args else None)
    if name.lstrip("_") in CONVERSIONS and args:
        if type(args[0]) is Injected:
            args = (world.as_role(args[0], str), *args[1:])
        known = converted(name, args, kwargs)
        if known is not NotImplemented:
            return known
    kind = world.facts.aliases.get(kind, kind)
    fact = world.facts.of(f"{kind}()")
    if world.facts.handed_on:
        kwargs = _without_defaults(kwargs)
    called = world.facts.aliases.get(path, path)
    text = call_term(called, args, kwargs)
    if name in world.facts.by_name:
        given = sorted(term(value, 1) for value in (*args, *kwargs.values()))
        text = f"{called}({', '.join(given)})"
    effect = fact.effect
    if not world.facts.filters_effects:
        effect = True
    elif effect is None:
        effect = has_effect(kind, None)
    root = path.partition(".")[0]
    if root in world.modules:
        world.strange.add(root)
    is_of_arrays = root in ARRAY_LIBRARIES
    if is_of_arrays:
        if name not in _OF_FILES and not name.endswith(("Error", "Exception", "Warning")):
            world.computed.add(name)
        if args and name in _METHODS_TOO:
            text = call_term(f"{term(args[0])}.{name}", args[1:], kwargs)
    # What a property or a helper made has another path than the code has for it.
    expected = () if world.facts.has(f"{kind}()") else world.facts.expected.get(name, ())
    value = outside_result(text, f"{kind}()", effect, name, args, kwargs, expected)
    gives_array = is_of_arrays and name.islower() and name not in _NO_ARRAYS
    if gives_array or any(is_array(each) for each in args):
        as_array(value)
    if world.call_back is not None:
        for each in (*args, *kwargs.values()):
            if is_local(each):
                world.call_back(each)
    return value


def keywords_of(value: Any, taken: Sequence[str]) -> Any:
    """What stands behind `**`: its keys are texts, and if made up, none that is given beside."""
    if type(value) not in (dict, Injected):
        return value
    found = {str(k) if type(k) is Injected else k: value[k] for k in list(value.keys())}
    if type(value) is Injected or id(value) in STAGE.world.containers:
        found = {key: each for key, each in found.items() if key not in taken}
    return found


def _without_defaults(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments, but for those that a new parameter hands on which nobody gave."""
    handed_on = STAGE.world.facts.handed_on
    return {k: v for k, v in kwargs.items() if k not in handed_on or repr(v) != handed_on[k]}


def outside_result(
    text: str,
    kind: str,
    effect: bool,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    expected: Sequence[str] = (),
) -> Any:
    """Log a call outside if it has an effect, and answer it."""
    world = STAGE.world
    expected = world.facts.of(kind).raises or expected
    path = text
    if effect:
        world.calls.append(text)
        count = world.counts[text] = world.counts.get(text, 0) + 1
        if count > 1:
            path = f"{text}#{count}"
    if expected and world.raises is not None:
        world.raises(path, expected)
    value = world.value_at(path, kind)
    if type(value) is Injected:
        state = state_of(value)
        if not state.made_by and name.lstrip("_")[:1].isupper():
            state.made_by = name
            state.given = args, kwargs
            state.truth = True
    return value


def _method(base: Injected, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a method that builtin types have, or say that this is none."""
    world = STAGE.world
    state = state_of(base)
    if state.has_value and hasattr(type(state.value), name):
        return getattr(state.value, name)(*map(plain, args), **kwargs)
    if base._within_base is None and base._within_path in world.modules:
        return NotImplemented
    if world.is_redrawn(base._within_path, base._within_kind):
        return NotImplemented
    if world.libraries and any(map(is_table, args)) and has_method(name):
        made = world.as_table(base)
        if hasattr(made, name):
            return getattr(made, name)(*map(plain, args), **kwargs)
    role: type | None = None
    if (
        (name in _STRING_METHODS and _is_text_call(args, kwargs))
        or (name == "replace" and len(args) == 2 and not kwargs)
        or (name in _SEARCHES and args and type(args[0]) is str and not args[0].isidentifier())
    ):
        role = bytes if any(type(each) is bytes for each in args) else str
    elif name == "join" and len(args) == 1:
        role, args = str, ([str(item) for item in args[0]],)
    elif name == "decode" and len(args) <= 2:
        role = bytes
    elif name in _LIST_METHODS and not kwargs and len(args) == _LIST_METHODS[name]:
        role = list
    elif name in _MAPPING_METHODS and not kwargs and len(args) <= _MAPPING_METHODS[name]:
        role = dict
    elif name == "get" and 1 <= len(args) <= 2 and not kwargs:
        return _got(base, args)
    elif name in _CHANGES:
        return _changed(base, name, args, kwargs)
    if role is None:
        return NotImplemented
    value = world.as_role(base, role)
    method = getattr(value, name, None)
    if method is None:
        return NotImplemented
    return method(*map(plain, args), **kwargs)


def _is_text_call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether methods of texts take such arguments; arrays have a `split` of their own."""
    return _FOR_TEXTS.issuperset(kwargs) and all(type(each) in _OF_TEXTS for each in args)


def _got(base: Injected, args: tuple[Any, ...]) -> Any:
    """`get` of a mapping: agrees with `in` and with the item itself."""
    world = STAGE.world
    key = args[0]
    for known, value in reversed(state_of(base).items):
        if is_same_key(known, key):
            return value
    if world.is_present(base._within_path, key):
        return world.item_at(base, key)
    world.has_given_none |= len(args) == 1
    return args[1] if len(args) > 1 else None


def _changed(base: Injected, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Change a container that has no known type: what was done to it is what can be seen."""
    world = STAGE.world
    text = call_term(name, args, kwargs)
    state = state_of(base)
    state.changes.append(text)
    if name in ("pop", "popleft", "popitem"):
        if not args:
            values = world.as_role(base, list)
            if isinstance(values, list):
                state.changes.pop()
                return values.pop(0 if name == "popleft" else -1)
        number = len(state.changes)
        return world.value_at(f"{base._within_path}.{text}#{number}", f"{base._within_kind}[]")
    return None
