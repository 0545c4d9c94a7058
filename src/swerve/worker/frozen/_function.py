"""How is a function of a C module replaced, so that it passes for the real one?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import BuiltinFunctionType, ModuleType
from typing import Any

_modules = sys.modules
#: How the names of the worker's modules begin.
_OWN = __name__.rpartition(".")[0].rpartition(".")[0] + "."


class FrozenFunction:
    """Stands in for a function of a C module: never binds to instances, copies and pickles by name.

    Every one has a class of its own, whose `__call__` is the replacement.
    """

    def __init__(self, real: Any) -> None:
        self.__name__ = real.__name__
        self.__qualname__ = real.__qualname__
        self.__module__ = real.__module__
        self.__doc__ = real.__doc__
        self.__self__ = getattr(real, "__self__", None)
        self.__text_signature__ = getattr(real, "__text_signature__", None)
        self._real = real

    @property
    def __signature__(self) -> Any:
        """What `inspect` says of the real one, which may be that it has none."""
        from inspect import signature  # only who has it already asks

        return signature(self._real)

    def __repr__(self) -> str:
        return f"<built-in function {self.__name__}>"

    def __reduce__(self) -> Any:
        return self.__qualname__

    def __copy__(self) -> FrozenFunction:
        return self

    def __deepcopy__(self, memo: object) -> FrozenFunction:
        return self


def frozen_function(real: Any, replacement: Callable[..., Any]) -> Any:
    """A stand-in for `real` that calls the replacement."""
    members = {"__call__": staticmethod(replacement), "__module__": type(real).__module__}
    return type(type(real).__name__, (FrozenFunction,), members)(real)


def real_function(value: object) -> object:
    """The function that a stand-in stands for; anything else as it is, without asking it."""
    if issubclass(type(value), FrozenFunction):
        return object.__getattribute__(value, "_real")
    return value


class Replacements:
    """What was put in the place of something, and can be taken away again."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []
        #: By the id of the real function, which lives as long as its replacement.
        self._functions: dict[int, FrozenFunction] = {}

    def function(self, module: Any, name: str, replacement: Callable[..., Any]) -> None:
        """Replace a function of a C module."""
        real = getattr(module, name)
        self._functions[id(real)] = frozen_function(real, replacement)
        self.attribute(module, name, self._functions[id(real)])

    def spread(self) -> None:
        """Replace the functions, too, where modules have them by `from time import monotonic`.

        A module that waited on one clock and looked at another would wait forever. The worker's own
        modules keep the real ones, should they be in sight.
        """
        for full_name, module in list(_modules.items()):
            if type(module) is ModuleType and not f"{full_name}.".startswith(_OWN):
                for name, value in list(vars(module).items()):
                    if type(value) is BuiltinFunctionType and id(value) in self._functions:
                        self.attribute(module, name, self._functions[id(value)])

    def attribute(self, holder: Any, name: str, value: Any) -> None:
        """Replace an attribute of a module, or of a class written in Python."""
        original = getattr(holder, name)
        setattr(holder, name, value)
        self.undo_with(lambda: setattr(holder, name, original))

    def undo_with(self, action: Callable[[], None]) -> None:
        """Note what takes a replacement away."""
        self._undo.append(action)

    def take_away(self) -> None:
        """Put everything back, the last one first."""
        while self._undo:
            self._undo.pop()()
