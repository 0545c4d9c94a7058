"""What was a function called with, and how is that call made again?"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from ..recipes._recipe_of import call_recipe_of
from ..recipes.building import ACCESSES

#: How a function is reached: by its name, on an instance, on a class, or as an attribute that is
#: read, set or deleted.
PLAIN, METHOD, OF_CLASS = "plain", "method", "class"
GET, SET, DELETE = ACCESSES[1:]
_WITH_RECEIVER = frozenset((METHOD, OF_CLASS, GET, SET, DELETE))


class Watched:
    """A function whose calls are observed."""

    def __init__(self, number: int, order: Any) -> None:
        self.number = number
        #: How it is imported; None when it cannot be.
        self._module: str | None = order["module"]
        self._name: str = order["name"]
        #: Paths to what goes in that the changed code reads, and what it names; None where calls
        #: are not varied.
        self.focus: list[Any] | None = order.get("focus")
        self.constants: list[Any] = order.get("constants") or []
        self.binding = PLAIN
        #: As it was defined last.
        self.function: Any = None

    def defaults(self) -> dict[str, Any]:
        """What parameters are when nobody says."""
        function = self.function
        if function is None:
            return {}
        code, values = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
        return {**dict(zip(names, values)), **(function.__kwdefaults__ or {})}

    def recipe_of(self, arguments: Arguments) -> str | None:
        """The call as it travels; None when it cannot be made again."""
        found = self._target(arguments.receiver)
        if found is None:
            return None
        access = self.binding if self.binding in ACCESSES else ACCESSES[0]
        data = call_recipe_of(*found, arguments.args, arguments.kwargs, access)
        return None if data is None else data.decode("utf-8", "surrogatepass")

    def _target(self, receiver: Any) -> tuple[str, str, Any] | None:
        """Module and name to call, and the receiver."""
        name, module = self._name, self._module
        if module is None:
            return None
        if self.binding == OF_CLASS:
            owner, _, last = name.rpartition(".")
            if not _is(receiver, module, owner):
                module, name = receiver.__module__, f"{receiver.__qualname__}.{last}"
            return module, name, None
        return module, name, receiver


def _is(cls: Any, module: str, qualname: str) -> bool:
    return bool(cls.__module__ == module and cls.__qualname__ == qualname)


class Arguments:
    """What a call is given, as somebody would write it: without what goes without saying."""

    __slots__ = ("_code", "_watched", "args", "around", "has_receiver", "kwargs", "receiver")

    def __init__(self, frame: Any, watched: Watched) -> None:
        """Read it off the frame of a call that has just begun."""
        self._code, self._watched = frame.f_code, watched
        self._read(frame.f_locals)

    def replace(self, values: dict[str, Any]) -> None:
        """Take other values for parameters."""
        self._read({**self._rest(), **self.around, **values})

    def _rest(self) -> dict[str, Any]:
        """What parameters take that stand for any number of arguments."""
        code = self._code
        at = code.co_argcount + code.co_kwonlyargcount
        found: dict[str, Any] = {}
        if code.co_flags & inspect.CO_VARARGS:
            positional = code.co_argcount - self.has_receiver
            found[code.co_varnames[at]] = self.args[positional:]
            at += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            found[code.co_varnames[at]] = {
                name: value for name, value in self.kwargs.items() if name not in known
            }
        return found

    def _read(self, values: dict[str, Any]) -> None:
        code, watched = self._code, self._watched
        names = code.co_varnames
        at = code.co_argcount + code.co_kwonlyargcount
        rest: tuple[Any, ...] = ()
        more: dict[str, Any] = {}
        if code.co_flags & inspect.CO_VARARGS:
            rest = values[names[at]]
            at += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            more = values[names[at]]
        positional = names[: code.co_argcount]
        self.receiver: Any = None
        self.has_receiver = watched.binding in _WITH_RECEIVER and bool(positional)
        only = code.co_posonlyargcount
        if self.has_receiver:
            self.receiver = values[positional[0]]
            positional, only = positional[1:], max(only - 1, 0)
        defaults = watched.defaults()
        said = {
            name
            for name in names[: code.co_argcount + code.co_kwonlyargcount]
            if name not in defaults or values[name] is not defaults[name]
        }
        count = len(positional)
        if not rest:
            needed = [n for n, name in enumerate(positional) if name in said]
            gap = next((n for n, name in enumerate(positional) if name not in said), count)
            count = max([gap, *(n + 1 for n in needed if n < only)])
        self.args = (*(values[name] for name in positional[:count]), *rest)
        named = (*positional[count:], *names[code.co_argcount : at])
        self.kwargs = {name: values[name] for name in named if name in said}
        self.kwargs.update(more)
        #: What it finds in the functions around it.
        self.around = {name: values[name] for name in code.co_freevars if name in values}
        self.around.pop("__class__", None)

    def given(self) -> Iterator[tuple[str, Any]]:
        """All that the call depends on, by the names that a snapshot has for it."""
        yield from self.roots()
        for name, value in self.around.items():
            yield f"around.{name}", value

    def roots(self) -> Iterator[tuple[str, Any]]:
        """What it is given, by the names that a snapshot has for it."""
        if self.has_receiver:
            yield "receiver", self.receiver
        for number, value in enumerate(self.args):
            yield f"arguments[{number}]", value
        for name, value in self.kwargs.items():
            yield f"arguments.{name}", value
