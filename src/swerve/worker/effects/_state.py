"""What of the project's own state did a call change: globals, attributes of classes?

Which state a function can reach is found once, from the names in its code and in that of the
functions of the project that it names. After a call it is compared with what was there before, by
the identity of its parts: that costs a few microseconds and asks nothing of the values.
"""

from __future__ import annotations

from _thread import LockType, RLock
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from operator import is_ as _is
from sys import modules as _modules
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ..core._monitoring import code_inside
from ..core.identity import identity
from ..snapshot._classes import layout_of, mro_of

#: Functions that are followed, and places that are watched, beginning at those of the change.
_MOST_FUNCTIONS = 200
_MOST_PLACES = 40
#: Parts of one place that are looked at, and how deep.
_MOST_PARTS, _DEEPEST = 300, 4
_module_dict: Any = vars(ModuleType)["__dict__"].__get__
_class_dict: Any = type.__dict__["__dict__"].__get__
_FUNCTIONS = (FunctionType, MethodType, staticmethod, classmethod, property)
#: Of these a value says all that there is.
_ATOMS = frozenset(map(identity, (type(None), bool, int, float, complex, str, bytes, type(...))))
_CONTAINERS = frozenset(map(identity, (dict, list, set, deque)))
#: What says only by its looks whether somebody holds it.
_LOCKS = (LockType, RLock)
#: Where the names of a module or a class are.
Space = Any
#: What a place is called, where it is and under which name.
Place = tuple[str, Space, str]


class State:
    """What was at some places at one time."""

    __slots__ = ("_before", "_places")

    def __init__(self, places: list[Place]) -> None:
        self._places = places
        self._before = [_parts_of(space, name) for _, space, name in places]

    def changed(self) -> Iterator[tuple[str, Any]]:
        """What is different since the last time, with what is there now."""
        for at, (shown, space, name) in enumerate(self._places):
            now, before = _parts_of(space, name), self._before[at]
            if len(now) != len(before) or not all(map(_is, now, before)):
                self._before[at] = now
                yield shown, space.get(name, GONE)


def states_of(files: dict[str, Any], tree: str) -> dict[str, State]:
    """What functions of some files can change, by module; of each file, lines of the functions."""
    found = {}
    for name, module in [*_modules.items()]:
        lines = files.get(_file_of(module))
        if lines is not None:
            reached = _Reached(tree)
            numbers = frozenset(lines)
            reached.begin(
                each
                for each in _functions_in(module)
                if not numbers.isdisjoint(_lines_of(each[1].__code__))
            )
            found[name] = State(reached.places[:_MOST_PLACES])
    return found


def places_of_code(space: dict[str, Any], code: CodeType, tree: str | None) -> list[Place]:
    """The places that code with these globals can change, in a tree, or without one among them."""
    reached = _Reached(tree, space if tree is None else None)
    outer, dot, _ = _qualname(code).partition(".")
    holder = space.get(outer) if dot else None
    function = FunctionType(code, space, closure=tuple(CellType() for _ in code.co_freevars))
    reached.begin([(holder if isinstance(holder, type) else None, function)])
    return reached.places[:_MOST_PLACES]


def _qualname(code: CodeType) -> str:
    return getattr(code, "co_qualname", code.co_name)  # from Python 3.11 on


#: Stands for what is not there any more.
GONE: Any = object()


def _file_of(module: Any) -> str:
    file = _module_dict(module).get("__file__") if type(module) is ModuleType else None
    return file if type(file) is str else ""


def _parts_of(space: Space, name: str) -> list[Any]:
    """A value and what it is made of, as far as it is looked into."""
    found: list[Any] = [space.get(name, GONE)]
    if identity(type(found[0])) in _ATOMS:
        return found
    at, depth, end = 0, 0, 1
    while at < len(found) < _MOST_PARTS and depth < _DEEPEST:
        kind = type(found[at])
        if identity(kind) not in _ATOMS:
            known = _lookers.get(identity(kind))
            if known is None:
                known = _lookers[identity(kind)] = kind, _looker_for(kind)
            found += known[1](found[at])
        at += 1
        if at == end:
            depth, end = depth + 1, len(found)
    return found


#: By the id of a class, which is kept: how to get at the parts of its instances.
_lookers: dict[int, tuple[type, Callable[[Any], Any]]] = {}


def _looker_for(kind: type) -> Callable[[Any], Any]:
    bases = mro_of(kind)
    if issubclass(kind, (type, ModuleType, *_FUNCTIONS)):
        return lambda value: ()
    attributes = layout_of(kind, lambda base: False).dict_of

    def looker(value: Any) -> list[Any]:
        found: list[Any] = []
        if dict in bases:
            found += dict.keys(value)
            found += dict.values(value)
        for ordered in (list, tuple, deque):
            if ordered in bases:
                found += ordered.__iter__(value)
        if kind in _LOCKS:
            found.append(repr(value).startswith("<locked"))
        for unordered in (set, frozenset):
            if unordered in bases:
                found += sorted(unordered.__iter__(value), key=identity)
        if attributes is not None:
            found += dict.values(attributes(value))
        return found

    return looker


class _Reached:
    """What code of the project can reach by names."""

    def __init__(self, tree: str | None, own: Space | None = None) -> None:
        self.places: list[Place] = []
        self._tree = None if tree is None else tree + "/"
        self._own = own
        self._seen: set[int] = set()
        self._known: set[tuple[str, str]] = set()

    def begin(self, functions: Iterable[tuple[type | None, FunctionType]]) -> None:
        """Follow functions, each with the class that it belongs to."""
        waiting = [*functions]
        while waiting and len(self._seen) < _MOST_FUNCTIONS:
            holder, function = waiting.pop(0)
            if identity(function) not in self._seen:
                self._seen.add(identity(function))
                waiting += self._follow(holder, function)

    def _follow(
        self, holder: type | None, function: FunctionType
    ) -> Iterator[tuple[type | None, FunctionType]]:
        """Note what a function names, and give the functions of the project among it."""
        names = [name for code in code_inside(function.__code__) for name in code.co_names]
        if holder is not None:
            yield from self._of_class(holder, names)
        yield from self._named(function.__globals__, names)

    def _named(
        self, space: dict[str, Any], names: list[str]
    ) -> Iterator[tuple[type | None, FunctionType]]:
        if not self._is_own(space):
            return
        for name in names:
            if name not in space:
                continue
            value = space[name]
            kind = type(value)
            if kind is FunctionType:
                yield None, value
            elif kind is ModuleType:
                if _module_dict(value) is not space:
                    yield from self._named(_module_dict(value), names)
            elif issubclass(kind, type):
                yield from self._of_class(value, names)
            elif self._is_state(kind):
                self._add(space, name, space.get("__name__", ""))

    def _of_class(
        self, holder: type, names: list[str]
    ) -> Iterator[tuple[type | None, FunctionType]]:
        """Data of a class of the project, and its methods that are named."""
        for base in mro_of(holder):
            space = _class_dict(base)
            module = _modules.get(space.get("__module__", ""))
            if type(module) is not ModuleType or not self._is_own(_module_dict(module)):
                continue
            for name, value in [*space.items()]:
                function = getattr(value, "__func__", value)
                if type(function) is FunctionType:
                    if name in names or name == "__init__":
                        yield base, function
                elif name in names and self._is_state(type(value)):
                    self._add(space, name, f"{base.__module__}.{base.__qualname__}")

    def _add(self, space: Space, name: str, owner: str) -> None:
        key = owner, name
        if key not in self._known and name[:2] != "__":
            self._known.add(key)
            self.places.append((f"{owner}.{name}", space, name))

    def _is_state(self, kind: type) -> bool:
        """Whether a value is data of the project: a container, or of a class of its own."""
        if identity(kind) in _ATOMS or not _CONTAINERS.isdisjoint(map(identity, mro_of(kind))):
            return True
        if issubclass(kind, (type, ModuleType, *_FUNCTIONS)):
            return False
        module = _class_dict(kind).get("__module__", "builtins")
        if module in ("builtins", "collections", "_thread"):
            return True
        found = _modules.get(module)
        return type(found) is ModuleType and self._is_own(_module_dict(found))

    def _is_own(self, space: dict[str, Any]) -> bool:
        if self._tree is None:
            return space is self._own
        file = space.get("__file__")
        return type(file) is str and file.startswith(self._tree)


def _functions_in(module: ModuleType) -> Iterator[tuple[type | None, FunctionType]]:
    """Functions of a module and methods of its classes, what stands below decorators too."""
    for value in [*_module_dict(module).values()]:
        if issubclass(type(value), type):
            if getattr(value, "__module__", "") == module.__name__:
                for inner in [*_class_dict(value).values()]:
                    yield from ((value, each) for each in _plain(inner))
        else:
            yield from ((None, each) for each in _plain(value))


def _plain(value: Any) -> Iterator[FunctionType]:
    if type(value) is property:
        for each in (value.fget, value.fset, value.fdel):
            yield from _plain(each)
    elif type(value) in (staticmethod, classmethod):
        yield from _plain(value.__func__)
    elif type(value) is FunctionType:
        yield value
        inner = vars(value).get("__wrapped__")
        if type(inner) is FunctionType:
            yield inner


def _lines_of(code: CodeType) -> frozenset[int]:
    return frozenset(
        line for each in code_inside(code) for _, _, line in each.co_lines() if line is not None
    )
