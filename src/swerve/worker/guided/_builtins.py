"""Which builtins do not ask injected objects, and what is done in their place?"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

from ._injected import Injected, call_term, injected_at, state_of
from ._strangers import CLASSES, class_at
from ._world import STAGE
from .calls import outside_result


def is_subclass(cls: Any, of: Any) -> bool:
    if type(cls) is Injected:
        world = STAGE.world
        if of in (Exception, BaseException):
            return issubclass(class_at(cls._within_path, False), Exception)
        return bool(
            world.is_so(f"issubclass({cls._within_path}, {getattr(of, '__name__', of)})", 0.5)
        )
    if type(of) is Injected:
        known = CLASSES.get(of._within_path)
        return known is not None and issubclass(cls, known)
    if isinstance(of, tuple) and any(type(each) is Injected for each in of):
        return any(is_subclass(cls, each) for each in of)
    return issubclass(cls, of)


def is_callable(value: Any) -> bool:
    if type(value) is not Injected:
        return callable(value)
    state = state_of(value)
    if state.has_value:
        return callable(state.value)
    return bool(STAGE.world.is_so(f"{value._within_path} is callable", 0.8))


def by_text(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that takes the name of an attribute, which may be injected."""

    def called(value: Any, name: Any, *rest: Any) -> Any:
        if type(name) is Injected:
            name = str(name)
        return function(value, name, *rest)

    return called


def type_of(*args: Any, **kwargs: Any) -> Any:
    if len(args) == 1 and not kwargs and type(args[0]) is Injected:
        value = args[0]
        state = state_of(value)
        if state.has_value:
            return type(state.value)
        if state.made_by:
            callee = value._within_path.partition("(")[0]
            return injected_at(callee, callee)
        path = f"type({value._within_path})"
        return injected_at(path, path)
    if len(args) == 3 and "__module__" not in args[2]:
        args[2]["__module__"] = sys._getframe(1).f_globals.get("__name__", "")
    return type(*args, **kwargs)


def identity(value: Any) -> int:
    """`id`, by what a value is rather than where it lies."""
    world = STAGE.world
    text = value._within_path if type(value) is Injected else ""
    text = text or world.objects.get(f"id:{id(value)}", "")
    if not text and id(value) in world.containers:
        text = world.containers[id(value)][0]
    if text:
        return abs(hash(text))
    number, _ = world.identities.setdefault(id(value), (len(world.identities) + 1, value))
    return int(number)


def format_error(*args: Any, **kwargs: Any) -> Any:
    """A traceback as text, without lines: those differ between versions whatever they do."""
    given = [each for each in args if isinstance(each, BaseException)]
    error = given[0] if given else sys.exc_info()[1]
    text = f"{type(error).__name__}: {error}\n"
    return f"Traceback (most recent call last):\n{text}"


def print_error(*args: Any, **kwargs: Any) -> None:
    print(format_error(*args), end="", file=kwargs.get("file") or sys.stderr)


def warn_of(message: Any, category: Any = None, *args: Any, **kwargs: Any) -> None:
    """`warnings.warn`, where the text or the class may be made up."""
    if type(category) is Injected:
        given = (message, category)
        outside_result(
            call_term("warnings.warn", given, {}), "warnings.warn()", True, "", given, {}
        )
    else:
        text = str(message) if type(message) is Injected else message
        warnings.warn(text, category, *args, **kwargs)


def in_order(values: Any, **kwargs: Any) -> list[Any]:
    try:
        return sorted(values, **kwargs)
    except TypeError:
        return list(values)
