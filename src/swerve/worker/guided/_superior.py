"""What does `super()` give where classes above are missing?"""

from __future__ import annotations

from typing import Any

from ._injected import Injected, call_term, extends_injected, injected_at
from ._strangers import Stranger
from ._world import STAGE
from .calls import call_outside


class Superior:
    """`super()`: what the classes above have, and injected objects for what they lack."""

    def __init__(self, cls: Any, receiver: Any) -> None:
        self._within = cls, receiver

    def __getattribute__(self, name: str) -> Any:
        # All names: `__init__` and its like are found on every object, and are not meant.
        cls, receiver = object.__getattribute__(self, "_within")
        if cls is not None:
            try:
                found = getattr(super(cls, receiver), name)
                if name != "__init__" or not _is_missing(found):
                    return found
            except (AttributeError, TypeError):
                if STAGE.world is None or name == "__getattr__":
                    raise
        base = injected_at("super()", "super()")
        if name == "__init__":
            return _initialise
        if name.startswith("__") and name.endswith("__"):
            return lambda *args, **kwargs: call_outside(
                f"super().{name}", f"super().{name}", args, kwargs
            )
        return getattr(base, name)


def _is_missing(method: Any) -> bool:
    """Whether an `__init__` is that of a class which stands for a missing one."""
    return getattr(method, "__func__", None) is Stranger.__init__


def _initialise(*args: Any, **kwargs: Any) -> None:
    """Let a missing class do what it does first: that is seen, and gives nothing."""
    world = STAGE.world
    if world is not None:
        world.calls.append(call_term("super().__init__", args, kwargs))


class _Initialisation:
    """`Base.__init__`, where the class is missing: called on an object, as before `super`."""

    def __get__(self, base: Any, owner: Any = None) -> Any:
        if base is None:
            return object.__init__
        return lambda *args, **kwargs: _initialised(base, args, kwargs)


def _initialised(base: Injected, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    world = STAGE.world
    if args and world is not None and world.is_receiver(args[0]):
        return _initialise(*args[1:], **kwargs)
    path = f"{base._within_path}.__init__"
    return call_outside(path, f"{base._within_kind}.__init__", args, kwargs)


@extends_injected
class _Initialised:
    """The first method of a class that is missing."""

    __init__ = _Initialisation()
