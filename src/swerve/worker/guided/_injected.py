"""What is an injected object? Known by the path that led to it, and by nothing else.

What it is gets settled by how it is used: once taken for a number, it stays that number. What is
known about it belongs to the world of the run, so that objects which a module holds start anew with
every run. What can be done with it is said by the modules that extend it: calls, items, sameness,
texts and numbers.
"""

from __future__ import annotations

from typing import Any

from ._terms import register_injected
from ._world import STAGE

_new = object.__new__
_set = object.__setattr__
#: Texts that every module, class or function has something to say for.
_WORDS = frozenset(("__name__", "__qualname__", "__module__", "__file__", "__doc__", "__version__"))
#: Objects that are keys of what a module holds, from before there is any world.
_HASHED_EARLY: set[str] = set()
#: How likely an attribute is there that somebody asks for first.
_THERE = 0.7


class State:
    """What became of an injected object in one run."""

    __slots__ = (
        "attributes",
        "changes",
        "given",
        "has_value",
        "items",
        "made_by",
        "truth",
        "value",
    )

    def __init__(self) -> None:
        self.has_value = False
        self.value: Any = None
        self.truth: bool | None = None
        #: What was written to it.
        self.attributes: dict[str, object] = {}
        self.items: list[tuple[object, object]] = []
        self.changes: list[str] = []
        #: The class that was called to make it, and what it was given.
        self.made_by = ""
        self.given: tuple[tuple[object, ...], dict[str, object]] = ((), {})

    def take(self, value: object) -> None:
        """Be this value from now on."""
        self.has_value, self.value = True, value

    @property
    def is_changed(self) -> bool:
        """Whether the code did something to it that can be seen."""
        return bool(self.attributes or self.items or self.changes)


class Injected:
    """An object that stands for something missing."""

    __slots__ = ("_within_base", "_within_kind", "_within_name", "_within_path")
    _within_path: str
    _within_kind: str
    _within_base: Injected | None
    _within_name: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            if name in _WORDS:
                return self._within_path.rpartition(".")[2]
            if name != "__dict__" and not _is_read(self, name):
                raise AttributeError(name)
        world = STAGE.world
        state = state_of(self)
        if name in state.attributes:
            return state.attributes[name]
        if name in state.given[1]:
            return state.given[1][name]
        if state.has_value and name in dir(type(state.value)):
            return getattr(state.value, name)
        path, kind = f"{self._within_path}.{name}", f"{self._within_kind}.{name}"
        if world.facts.asks_for(self._within_kind, name) and not world.is_so(
            f"{path} exists", _THERE
        ):
            error = AttributeError(f"{self._within_path} has no attribute {name!r}")
            world.external.append(error)
            raise error
        value = world.value_at(path, kind)
        if type(value) is Injected and value._within_base is None:
            _set(value, "_within_base", self)
            _set(value, "_within_name", name)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        state_of(self).attributes[name] = value

    def __delattr__(self, name: str) -> None:
        state = state_of(self)
        state.attributes.pop(name, None)
        state.changes.append(f"del .{name}")

    def __dir__(self) -> list[str]:
        return sorted(state_of(self).attributes)

    def __hash__(self) -> int:
        world, path = STAGE.world, self._within_path
        if world is None:
            _HASHED_EARLY.add(path)
        elif path not in _HASHED_EARLY and not world.is_likely:
            return hash(world.word_of(self))  # what is equal has the same hash
        return hash(path)

    def __repr__(self) -> str:
        return f"<{self._within_path}>"

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("an injected object cannot be pickled")

    def _as(self, role: type) -> Any:
        return STAGE.world.as_role(self, role)

    def _value(self) -> Any:
        state = state_of(self)
        return state.value if state.has_value else None


def _is_read(injected: Injected, name: str) -> bool:
    """Whether the code itself reads a name that else only Python asks for."""
    world = STAGE.world
    return world is not None and world.facts.has(f"{injected._within_kind}.{name}")


register_injected(Injected)


def extends_injected(family: type) -> type:
    """Give injected objects what a class has."""
    for name, what in vars(family).items():
        if name not in _PLAIN:
            setattr(Injected, name, what)
    return family


_PLAIN = frozenset(("__module__", "__dict__", "__weakref__", "__doc__", "__qualname__", "__hash__"))


def injected_at(path: str, kind: str, base: Injected | None = None, name: str = "") -> Injected:
    """The injected object at a path: one for each path of a run."""
    world = STAGE.world
    if world is not None:
        known = world.objects.get(path)
        if known is not None:
            return known  # type: ignore[no-any-return]
    made: Injected = _new(Injected)
    _set(made, "_within_path", path)
    _set(made, "_within_kind", kind)
    _set(made, "_within_base", base)
    _set(made, "_within_name", name or path.rpartition(".")[2])
    if world is not None:
        world.objects[path] = made
    return made


def state_of(injected: Injected) -> State:
    """What became of an object in this run."""
    states = STAGE.world.states
    state = states.get(injected._within_path)
    if state is None:
        state = states[injected._within_path] = State()
    return state  # type: ignore[no-any-return]


def attribute_at(path: str, kind: str, name: str) -> Any:
    """An attribute of something that is no injected object, but has a path."""
    value = STAGE.world.value_at(f"{path}.{name}", f"{kind}.{name}")
    if type(value) is Injected and value._within_base is None:
        _set(value, "_within_base", injected_at(path, kind))
        _set(value, "_within_name", name)
    return value


def plain(value: Any) -> Any:
    """The value that an injected object has taken, or the object."""
    if type(value) is Injected:
        state = state_of(value)
        if state.has_value:
            return state.value
    return value
