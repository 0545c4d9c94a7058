"""What is to be done with a module once it is imported?

Modules that are not there yet are waited for, so that freezing costs no imports. Only modules that
Python's own loaders read from files are noticed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import machinery as _machinery
from types import FunctionType, ModuleType
from typing import Any

Action = Callable[[ModuleType], None]

_modules = sys.modules
_awaited: dict[str, Action] = {}
#: The class that has `exec_module` for source and bytecode files.
_basics: Any = next(
    kind for kind in _machinery.SourceFileLoader.__mro__ if "exec_module" in vars(kind)
)


def when_imported(name: str, action: Action) -> None:
    """Do it now if the module is there, else right after its own code ran."""
    module = _modules.get(name)
    if isinstance(module, ModuleType):
        action(module)
        return
    _awaited[name] = action
    _listen()


def _listen() -> None:
    if getattr(_basics.exec_module, "__globals__", None) is globals():
        return
    original = _basics.exec_module

    def exec_module(self: Any, module: ModuleType) -> None:
        original(self, module)
        if _awaited:
            action = _awaited.pop(getattr(module, "__name__", ""), None)
            if action is not None:
                action(module)

    _basics.exec_module = disguised(exec_module, original)


def disguised(function: FunctionType | Any, original: Any) -> Any:
    """Make a function pass for the one that it replaces.

    It says that it stands where the original does: so its source is found, and Python still cuts
    the frames of its import system out of tracebacks.
    """
    code = original.__code__
    function.__code__ = function.__code__.replace(
        co_filename=code.co_filename, co_name=code.co_name, co_firstlineno=code.co_firstlineno
    )
    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__defaults__"):
        setattr(function, name, getattr(original, name))
    function.__kwdefaults__ = original.__kwdefaults__
    function.__annotations__ = dict(original.__annotations__)
    return function
