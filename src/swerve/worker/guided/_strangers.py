"""Which classes stand for those that are missing, when code inherits, raises or catches them?"""

from __future__ import annotations

from typing import Any

from ._injected import attribute_at, extends_injected, term
from ._world import STAGE

#: By path: made once in a process, since a module may have subclasses of them.
CLASSES: dict[str, type] = {}


def class_at(path: str, is_exception: bool) -> type:
    """A real class for something that is inherited from, raised or caught."""
    known = CLASSES.get(path)
    if known is not None and (not is_exception or issubclass(known, BaseException)):
        return known
    if is_exception and (other := _of_other_name(path)) is not None:
        CLASSES[path] = other
        return other
    name = path.rpartition(".")[2]
    base: type = Stranger
    if is_exception or name.endswith(("Error", "Exception", "Warning", "Exit", "Interrupt")):
        base = StrangeError
    made = type(base)(name, (base,), {"__module__": "injected", "_within_class": path})
    CLASSES[path] = made
    return made


def _of_other_name(path: str) -> type | None:
    """An exception that is known by a longer or a shorter path: it was imported elsewhere."""
    for known, cls in CLASSES.items():
        if issubclass(cls, BaseException) and (
            path.endswith(f".{known}") or known.endswith(f".{path}")
        ):
            return cls
    return None


def _lacking(path: str, name: str) -> Any:
    """An attribute that something missing has; not those that Python asks for."""
    if name.startswith("__"):
        raise AttributeError(name)
    return attribute_at(path, path, name)


class _StrangeKind(type):
    def __getattr__(cls, name: str) -> Any:
        return _lacking(cls.__dict__.get("_within_class") or cls.__name__, name)


class Stranger(metaclass=_StrangeKind):
    """The base of classes whose base is missing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __init_subclass__(cls, **kwargs: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return _lacking(f"{type(self).__name__}()", name)


class StrangeError(Exception):
    """The base of exceptions that are missing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args)
        vars(self).update(kwargs)

    def __getattr__(self, name: str) -> Any:
        return _lacking(vars(self).get("_within_path") or type(self).__name__, name)


def exception_at(path: str, kind: str) -> StrangeError:
    """An exception that stands for something missing, of a class that the code names."""
    world = STAGE.world
    names = [*world.facts.of(kind).instance_of, *world.facts.instance_classes, "Exception"]
    names = list(dict.fromkeys(names))
    name = names[world.choose(f"{path} is an instance of", [1.0] * len(names))]
    cls = StrangeError if name == "Exception" else class_at(name, True)
    made: StrangeError = cls(world.scalar(str, f"{path}.args[0]", f"{kind}.args[]"))
    vars(made)["_within_path"] = path
    world.show(path, term(made))
    world.before[path] = {name: term(value) for name, value in vars(made).items()}, made
    return made


def made_error(cls: Any, message: str) -> BaseException:
    """An exception of a class that may want more than a message."""
    for args in ((message,), (), (message, message), (message, message, 0), (1, message)):
        try:
            return cls(*args)  # type: ignore[no-any-return]
        except Exception:  # noqa: S112 - it wants other arguments
            continue
    try:
        return cls("utf-8", b"k", 0, 1, message)  # type: ignore[no-any-return]
    except Exception:
        return cls.__new__(cls)  # type: ignore[no-any-return]


@extends_injected
class _Inherited:
    """As the base of a class."""

    def __mro_entries__(self: Any, bases: tuple[object, ...]) -> tuple[type, ...]:
        return (class_at(self._within_path, False),)
