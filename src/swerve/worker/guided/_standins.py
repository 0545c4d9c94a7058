"""Who is called in the place of somebody that cannot deal with what was made up?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from types import FunctionType
from typing import Any, Protocol

from ._injected import Injected, call_term, is_local, term
from ._world import STAGE
from .calls import call_outside, outside_result

#: How deep to look for injected objects in arguments, and in how many items.
_MOST_DEEP = 3
_MOST_ITEMS = 50
MOST_ELEMENTS = 30
#: How many decorators of a function are looked through.
_MOST_WRAPPED = 10


def holds_injected(value: Any, depth: int) -> bool:
    """Whether there is an injected object in a value. Runs no code of containers' subclasses."""
    cls = type(value)
    if cls is Injected:
        return True
    if depth < _MOST_DEEP:
        for base, items in _ITEMS:
            if issubclass(cls, base):
                try:
                    for each in islice(items(value), _MOST_ITEMS >> 2 * depth):
                        if type(each) not in NO_CONTAINERS and holds_injected(each, depth + 1):
                            return True
                except RuntimeError:  # another thread changes it
                    pass
                return False
    return False


#: What is no container, for sure.
NO_CONTAINERS = frozenset((type(None), bool, int, float, str, bytes, type, FunctionType))


_ITEMS: tuple[tuple[type, Any], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (dict, dict.values),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
)


class Hooks(Protocol):
    """What is asked of the hooks here."""

    make: Any

    def raise_expected(self, path: str, names: Sequence[str]) -> None:
        """Raise what the code around a call expects, every now and then."""


#: How likely the functions of the file run, instead of having their results made up.
_HELPERS_RUN = 0.85


_RUN_QUESTION = "functions of the file run"


class Ready:
    """Something to await that is there."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def __await__(self) -> Any:
        return self._value
        yield


class Own:
    """A class of the file: when it cannot be made from what was made up, it is made up itself."""

    __slots__ = ("_cls", "_hooks")

    def __init__(self, cls: Any, hooks: Hooks) -> None:
        self._cls = cls
        self._hooks = hooks

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        world = STAGE.world
        try:
            return self._cls(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, LookupError) as error:
            if world.has_raised(error) or issubclass(self._cls, BaseException):
                raise
        name = self._cls.__name__
        path = call_term(name, args, kwargs)
        made = self._hooks.make(self._cls, path, f"{name}()")
        if made is None:
            return call_outside(name, name, args, kwargs)
        names = list(getattr(self._cls, "__annotations__", {}))
        vars(made).update(zip(names, args))
        vars(made).update(kwargs)
        return made


class Helper:
    """A function of the file: when it cannot deal with what was made up, its result is made up."""

    __slots__ = ("_function", "_hooks")

    def __init__(self, function: Any, hooks: Hooks) -> None:
        self._function = function
        self._hooks = hooks

    def is_asked(self) -> bool:
        """Whether it may be made up, or fail, whatever it is given."""
        world = STAGE.world
        if self._function.__name__ in world.facts.one_sided:
            return False
        known = world.choices.get(_RUN_QUESTION)  # asked at every call, and answered only once
        if not (known[0] if known else world.is_so(_RUN_QUESTION, _HELPERS_RUN)):
            return True
        receiver = getattr(self._function, "__self__", None)
        if receiver is None:
            return bool(world.facts.of(f"{self._function.__name__}()").raises)
        return type(receiver) is Injected or world.is_receiver(receiver)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        world = STAGE.world
        name = function.__name__
        if name in world.facts.one_sided:
            return function(*args, **kwargs)
        receiver = getattr(function, "__self__", None)
        path = name if receiver is None else f"{term(receiver)}.{name}"
        if not world.is_so(_RUN_QUESTION, _HELPERS_RUN):
            kind = f"{kind_of(path)}()"
            effect = world.facts.of(kind).is_statement
            text = own_call_term(path, function, args, kwargs)
            world.handed_over += [each for each in (*args, *kwargs.values()) if is_local(each)]
            return outside_result(text, kind, effect, name, args, kwargs)
        fact = world.facts.of(f"{kind_of(path)}()")
        if fact.raises:
            self._hooks.raise_expected(call_term(path, args, kwargs), fact.raises)
        world.handed_over += [each for each in (*args, *kwargs.values()) if is_local(each)]
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
            if world.has_raised(error):
                raise
            if not any(holds_injected(each, 0) for each in (*args, *kwargs.values())) and (
                not world.is_receiver(getattr(function, "__self__", None))
            ):
                raise
        kind = f"{kind_of(path)}()"
        text = own_call_term(path, function, args, kwargs)
        return outside_result(text, kind, False, name, args, kwargs)


def unwrapped(function: Any) -> Any:
    """The function that decorators were put on, as far as they say so."""
    inner = function
    for _ in range(_MOST_WRAPPED):
        wrapped = getattr(inner, "__wrapped__", None)
        if type(wrapped) is not FunctionType:
            break
        inner = wrapped
    return inner


def own_call_term(path: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Write a call of a function that is known: by position what has one, without defaults.

    A default that is another one on the other side is written, or equal calls would not look it.
    """
    bound = getattr(function, "__func__", None)
    inner = unwrapped(function if bound is None else bound)
    code = inner.__code__
    names = list(code.co_varnames[: code.co_argcount])[int(bound is not None) :]
    defaults = dict(zip(reversed(names), reversed(inner.__defaults__ or ())))
    left = dict(kwargs)
    given = list(args)
    for name in names[len(given) :]:
        if name not in left and name not in defaults:
            break
        given.append(left.pop(name) if name in left else defaults[name])
    own = {**defaults, **(inner.__kwdefaults__ or {})}
    for name in list(own):
        if f"{inner.__name__}.{name}" in STAGE.world.facts.redefined:
            del own[name]
    while 0 < len(given) <= len(names) and names[len(given) - 1] in own:
        if not _is_same_constant(given[-1], own[names[len(given) - 1]]):
            break
        given.pop()
    left = {
        name: value
        for name, value in left.items()
        if name not in own or not _is_same_constant(value, own[name])
    }
    return call_term(path, tuple(given), left)


def _is_same_constant(one: Any, other: Any) -> bool:
    return one is other or (
        type(one) is type(other) and type(one) in NO_CONTAINERS and one == other
    )


def is_anything_made_up() -> bool:
    world = STAGE.world
    return bool(world.states or world.values or world.instances)


class Property(property):
    """Stands for `cached_property`, `hybrid_property` and their like, where they are missing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda function: self


def missing_item(key: Any, path: str) -> Any:
    """An item of a container that was made up: it might as well have had it."""
    world = STAGE.world
    kind, inner = kind_of(path), f"[{key!r}]"
    fact = world.facts.of(kind)
    if fact.may_lack or any(known == key and is_asked for known, is_asked in fact.keys):
        raise world.lacking(path, key, fact.may_lack)
    has_own = type(key) is str and world.facts.of(kind + inner).classes
    return world.value_at(path + inner, kind + (inner if has_own else "[]"))


def kind_of(path: str) -> str:
    """The kind of place a path leads to: without positions."""
    out = []
    position = 0
    while position < len(path):
        character = path[position]
        if character == "[" and path[position + 1 : position + 2] not in ("'", '"'):
            end = path.find("]", position)
            if end < 0:
                return path
            out.append("[]")
            position = end + 1
        else:
            out.append(character)
            position += 1
    return "".join(out)
