"""Who is called in the place of somebody that cannot deal with what was made up?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PurePath
from types import (
    FunctionType,
)
from typing import Any, Protocol

from ._injected import Injected, call_term, injected_at, term
from ._surroundings import Surroundings
from ._world import STAGE
from .calls import call_outside, outside_result

#: How deep to look for injected objects in arguments, and in how many items.
_MOST_DEEP = 3


_MOST_ITEMS = 50


MOST_ELEMENTS = 30


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


def concrete(value: Any, role: type, depth: int) -> Any:
    """A value without injected objects: each becomes what the function most likely wants."""
    if type(value) is Injected:
        return STAGE.world.as_role(value, role)
    if depth < _MOST_DEEP:
        if type(value) in (list, tuple, set, frozenset):
            return type(value)([concrete(each, role, depth + 1) for each in value])
        if type(value) is dict:
            return {
                concrete(key, role, depth + 1): concrete(each, role, depth + 1)
                for key, each in value.items()
            }
    return value


class Hooks(Protocol):
    """What is asked of the hooks here."""

    make: Any

    def raise_expected(self, path: str, names: Sequence[str]) -> None:
        """Raise what the code around a call expects, every now and then."""


#: How likely the functions of the file run, instead of having their results made up.
_HELPERS_RUN = 0.85


_RUN_QUESTION = "functions of the file run"


#: Functions of these modules take numbers, where nothing else is known; all others take texts.
_NUMERIC = frozenset(("math", "cmath", "statistics", "decimal", "fractions", "random", "_random"))


_NUMERIC_NAMES = frozenset(("chr", "bin", "hex", "oct", "range", "pow", "divmod", "sum", "round"))


#: What is logged with, and how much it matters; what `log` is given says that itself.
LOG_LEVELS = {"debug": 10, "info": 20, "warning": 30, "warn": 30, "error": 40, "exception": 40}


LOG_LEVELS.update(critical=50, fatal=50, log=50)


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
            text = _own_call_term(path, function, args, kwargs)
            return outside_result(text, kind, effect, name, args, kwargs)
        fact = world.facts.of(f"{kind_of(path)}()")
        if fact.raises:
            self._hooks.raise_expected(call_term(path, args, kwargs), fact.raises)
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
        text = _own_call_term(path, function, args, kwargs)
        return outside_result(text, kind, False, name, args, kwargs)


def _own_call_term(path: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Write a call of a function that is known: by position what has one, without defaults."""
    inner = getattr(function, "__func__", function)
    code = inner.__code__
    names = list(code.co_varnames[: code.co_argcount])[int(inner is not function) :]
    defaults = dict(zip(reversed(names), reversed(inner.__defaults__ or ())))
    left = dict(kwargs)
    given = list(args)
    for name in names[len(given) :]:
        if name not in left and name not in defaults:
            break
        given.append(left.pop(name) if name in left else defaults[name])
    while 0 < len(given) <= len(names) and names[len(given) - 1] in defaults:
        if not _is_same_constant(given[-1], defaults[names[len(given) - 1]]):
            break
        given.pop()
    own = inner.__kwdefaults__ or {}
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


#: Functions that make data of a text.
_PARSERS = frozenset(
    (
        *("json.loads", "json.load", "ast.literal_eval", "xml.etree.ElementTree.XML"),
        *("xml.etree.ElementTree.fromstring", "tomllib.loads", "plistlib.loads"),
    )
)


class Careful:
    """A function of the library that may meet injected arguments, which it cannot deal with."""

    __slots__ = ("_function",)

    def __init__(self, function: Any) -> None:
        self._function = function

    @property
    def reads_texts(self) -> bool:
        """Whether it makes data of a text, so that a text which is none may stand for one."""
        module = getattr(self._function, "__module__", None) or ""
        return f"{module}.{getattr(self._function, '__name__', '')}" in _PARSERS

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function = self._function
        _fail_as_wanted(function, args, kwargs)
        if function is dict and args and type(args[0]) is Injected and _holds_pairs(args[0]):
            args = (STAGE.world.as_role(args[0], list), *args[1:])
        if len(args) == 1 and _is_join(function) and not isinstance(args[0], str):
            args = ([str(each) if type(each) is Injected else each for each in args[0]],)
        elif args and type(args[0]) is Injected and _takes_key(function):
            args = (known_key(function.__self__, args[0]), *args[1:])
        try:
            return function(*args, **kwargs)
        except _TROUBLE as error:
            if _is_expected(function, error):
                raise
            if not any(holds_injected(each, 0) for each in (*args, *kwargs.values())):
                return _instead(function, args, kwargs, error)
        numeric = (
            getattr(function, "__module__", "") in _NUMERIC
            or getattr(function, "__name__", "") in _NUMERIC_NAMES
        )
        role = int if numeric else str
        args = tuple([concrete(each, role, 0) for each in args])
        kwargs = {name: concrete(each, role, 0) for name, each in kwargs.items()}
        try:
            return function(*args, **kwargs)
        except _TROUBLE as error:
            if _is_expected(function, error):
                raise
            return _instead(function, args, kwargs, error)


#: What functions of the library raise when they cannot deal with what they get.
_TROUBLE = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, SyntaxError)


def _names_of(function: Any) -> tuple[str, ...]:
    """The paths by which code may call a function of the library."""
    name = getattr(function, "__name__", "")
    module = getattr(function, "__module__", None) or ""
    return f"{name}()", f"{module}.{name}()", f"{module.rpartition('.')[2]}.{name}()"


def _expected_of(function: Any) -> list[str]:
    """Exceptions that the code of either side expects of a function."""
    facts = STAGE.world.facts
    return list(dict.fromkeys(e for name in _names_of(function) for e in facts.of(name).raises))


def _fail_as_wanted(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise what the code around expects, in a run that leads there and in those like it."""
    world = STAGE.world
    if world.raises is None or not (world.fails or world.decided_to_fail):
        return
    expected = _expected_of(function)
    if expected and any(holds_injected(each, 0) for each in (*args, *kwargs.values())):
        path = call_term(function.__name__, args, kwargs)
        if world.fails or world.has_decided(f"{path} raises"):
            world.raises(path, expected)


def _is_expected(function: Any, error: BaseException) -> bool:
    """Whether the code of either side expects an exception of a function: then it is realistic."""
    world = STAGE.world
    expected = _expected_of(function)
    if not expected:
        return False
    bases = {cls.__name__ for cls in type(error).__mro__}
    if bases.isdisjoint(name.rpartition(".")[2] for name in expected):
        return False
    world.external.append(error)
    return True


def _instead(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: BaseException
) -> Any:
    """A made-up result for a function that cannot deal with what was made up for it."""
    world = STAGE.world
    if not world.values or not isinstance(getattr(function, "__module__", None), str):
        raise error
    name = getattr(function, "__name__", "")
    if not name or name.startswith("__"):
        raise error
    kind = f"{function.__module__}.{name}"
    kind = f"{name}()" if function.__module__ == "builtins" else f"{kind}()"
    effect = world.facts.of(kind).is_statement
    return outside_result(call_term(kind[:-2], args, kwargs), kind, effect, "", args, kwargs)


def _holds_pairs(value: Injected) -> bool:
    """Whether the code takes the elements of something apart into two."""
    return 2 in STAGE.world.facts.of(f"{value._within_kind}[]").sizes


def _takes_key(function: Any) -> bool:
    """Whether this is a method of a mapping or a set that looks for its first argument."""
    return isinstance(getattr(function, "__self__", None), (dict, set)) and (
        function.__name__ in ("get", "pop", "setdefault", "add", "discard", "remove")
    )


def known_key(container: Any, key: Injected) -> Any:
    """The key that a container has which equals an injected one, or that one."""
    if key not in container:
        for known in list(container)[:MOST_ELEMENTS]:
            if known == key:
                return known
    return key


def _is_join(function: Any) -> bool:
    """Whether this is `"...".join`, which takes its argument only once."""
    return getattr(function, "__name__", "") == "join" and type(function.__self__) is str


def is_heard(function: Any) -> bool:
    """Whether somebody whom the code itself put there takes what is logged."""
    receiver = getattr(function, "__self__", None)
    logger: Any = getattr(receiver, "logger", receiver) or sys.modules["logging"].root
    if not logger.isEnabledFor(LOG_LEVELS[function.__name__]):
        return False
    while logger is not None:
        if any(type(each).__name__ != "NullHandler" for each in logger.handlers):
            return True
        logger = logger.parent if logger.propagate else None
    return False


class Outside:
    """A function of the library that reads or changes the world outside."""

    __slots__ = ("_function", "_surroundings")

    def __init__(self, surroundings: Surroundings, function: Any) -> None:
        self._surroundings = surroundings
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        touch = self._surroundings.of_call(self._function, args, kwargs)
        if touch is None:
            return Careful(self._function)(*args, **kwargs)
        receiver = getattr(self._function, "__self__", None)
        if isinstance(receiver, PurePath):
            args = (str(receiver), *args)
        if "universal_newlines" in kwargs and touch.path.startswith("subprocess."):
            kwargs["text"] = kwargs.pop("universal_newlines")  # the same by its newer name
        world = STAGE.world
        effect = (touch.has_effect and not _is_chatter(touch.path, args)) or (
            not world.facts.filters_effects
        )
        kind = f"{touch.path}()"
        text = call_term(touch.path, args, kwargs)
        expected = world.facts.expected.get(touch.path.rpartition(".")[2], ())
        value = outside_result(text, kind, effect, "", args, kwargs, expected)
        if type(value) is Injected:
            return _result(touch.result, value)
        return value


def _is_chatter(path: str, args: tuple[Any, ...]) -> bool:
    """Whether something is logged that is less than a warning."""
    module, _, name = path.rpartition(".")
    if not module.startswith("logging"):
        return False
    level = args[0] if name == "log" and args else LOG_LEVELS.get(name)
    return isinstance(level, int) and level < LOG_LEVELS["warning"]


def _result(kind: str, value: Injected) -> Any:
    world = STAGE.world
    role = _RESULTS.get(kind)
    if kind == "none":
        return None
    if role is bool:
        return bool(value)
    if role is not None:
        return world.as_role(value, role)
    if kind in ("list of str", "list of paths"):
        texts = [str(item) for item in world.as_role(value, list)]
        return texts if kind == "list of str" else [Path(text or "a") for text in texts]
    return value


_RESULTS = {"bool": bool, "str": str, "bytes": bytes, "int": int}


class Superior:
    """`super()`: what the classes above have, and injected objects for what they lack."""

    def __init__(self, cls: Any, receiver: Any) -> None:
        self._within = cls, receiver

    def __getattribute__(self, name: str) -> Any:
        # All names: `__init__` and its like are found on every object, and are not meant.
        cls, receiver = object.__getattribute__(self, "_within")
        if cls is not None:
            try:
                return getattr(super(cls, receiver), name)
            except (AttributeError, TypeError):
                if STAGE.world is None or name == "__getattr__":
                    raise
        base = injected_at("super()", "super()")
        if name == "__init__":
            return lambda *args, **kwargs: None
        if name.startswith("__") and name.endswith("__"):
            return lambda *args, **kwargs: call_outside(
                f"super().{name}", f"super().{name}", args, kwargs
            )
        return getattr(base, name)
