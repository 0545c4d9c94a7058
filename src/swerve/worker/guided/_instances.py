"""What is an object of a class that the file has, when nobody has initialised it?"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from dis import get_instructions
from pathlib import Path, PosixPath, PurePath, PurePosixPath
from types import FunctionType
from typing import Any

from ._foreign import guarded_properties
from ._injected import THERE, Injected, attribute_at, injected_at
from ._strangers import Stranger
from ._world import STAGE, Fact

#: What the words of an annotation mean, where nothing else is known about a field.
_WORDS: dict[str, tuple[tuple[str, float], ...]] = {
    "bool": (("true", 0.5), ("false", 0.5)),
    "int": (("positive int", 0.6), ("zero int", 0.3), ("negative int", 0.1)),
    "float": (("positive float", 0.6), ("zero float", 0.25), ("negative float", 0.15)),
    "str": (("string", 0.8), ("empty string", 0.2)),
    "bytes": (("bytes", 1.0),),
    "list": (("list", 0.75), ("empty list", 0.25)),
    "tuple": (("tuple", 0.8), ("empty tuple", 0.2)),
    "set": (("set", 0.75), ("empty set", 0.25)),
    "dict": (("dict", 0.75), ("empty dict", 0.25)),
}
#: How likely an object that is a container has something in it.
_FILLED = 0.8
#: What code may do with an object whose class has a missing base.
_SPECIAL = (
    *("__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__call__"),
    *("__enter__", "__exit__", "__aenter__", "__aexit__"),
)


def annotations_of(cls: type) -> dict[str, Any]:
    """The annotations of a class itself; none where they cannot be had."""
    try:
        found = vars(cls).get("__annotations__")
        if found is None and "__annotate__" in dir(cls):  # from Python 3.14 on
            found = cls.__annotations__
    except Exception:
        return {}
    return dict(found or {})


def declared_in(cls: type) -> dict[str, str]:
    """What a class itself says of its fields: their annotations, or those of `__init__`."""
    found: dict[str, Any] = {}
    made_by = vars(cls).get("__init__")
    if isinstance(made_by, FunctionType):
        stored = made_by.__code__.co_names
        found.update(
            {name: each for name, each in made_by.__annotations__.items() if name in stored}
        )
    found.update(annotations_of(cls))
    return {
        name: each.__qualname__ if isinstance(each, type) else str(each)
        for name, each in found.items()
    }


def annotated(text: str) -> Fact | None:
    """What an annotation says, as far as its words are known."""
    text = text.replace("typing.", "").replace("t.", "").strip("'\" ")
    optional = text.startswith("Optional[") or "| None" in text
    if text.startswith("Optional["):
        text = text[len("Optional[") : -1]
    word = text.partition("[")[0].partition("|")[0].strip().lower()
    word = {"sequence": "list", "iterable": "list", "mapping": "dict", "collection": "list"}.get(
        word, word
    )
    classes = _WORDS.get(word)
    if classes is None:
        name = text.partition("[")[0].partition("|")[0].strip()
        if not name.replace(".", "").isidentifier():
            return None
        return Fact(
            {
                "classes": [
                    ["object", 0.8 if optional else 1.0],
                    *([["none", 0.2]] if optional else []),
                ],
                "typed": [name],
            }
        )
    if optional:
        classes = (*classes, ("none", 0.25))
    return Fact({"classes": classes})


def stand_in(cls: type, *, is_own: bool = True) -> type:
    """A class like another one, whose objects get injected what they lack.

    The properties of a class that is not the file's own may not be able to deal with that.
    """
    own: dict[str, Any] = {"__getattr__": _lacking}
    if not is_own:
        own.update(guarded_properties(cls))
    declared = _only_declared(cls)
    if issubclass(cls, Stranger):
        own.update({name: _like_injected(name) for name in _SPECIAL if not hasattr(cls, name)})
    own.update({name: _like_injected(name) for name in _SPECIAL if name in declared})
    own.update({name: _Lacking(name) for name in declared if not name.startswith("__")})
    own.update({"__module__": cls.__module__, "__qualname__": cls.__qualname__})
    made: Any = type(cls)(cls.__name__, (cls,), own)
    if getattr(made, "__abstractmethods__", None):
        made.__abstractmethods__ = frozenset()
    return made  # type: ignore[no-any-return]


class _Lacking:
    """What a class only declares: its objects have something there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, made: Any, owner: Any = None) -> Any:
        return self if made is None else _lacking(made, self._name)


def _only_declared(cls: type) -> list[str]:
    """What a class leaves to others: abstract methods, and what protocols declare."""
    names = set(getattr(cls, "__abstractmethods__", ()))
    for owner in cls.__mro__:
        is_protocol = vars(owner).get("_is_protocol")
        names |= {
            name
            for name, what in vars(owner).items()
            if isinstance(what, (FunctionType, property))
            and getattr(cls, name, None) is what
            and (is_protocol or _is_left_open(what))
        }
    return sorted(names)


def _is_left_open(what: Any) -> bool:
    """Whether all that a method does is to raise NotImplementedError."""
    code = getattr(what.fget if isinstance(what, property) else what, "__code__", None)
    if code is None or "NotImplementedError" not in code.co_names:
        return False
    for each in get_instructions(code):
        if each.opname == "RAISE_VARARGS":
            return True
        if "RETURN_" in each.opname or "JUMP" in each.opname:
            return False
    return False


def _like_injected(name: str) -> Any:
    """A special method that a missing class may have: as an injected object has it."""
    method = getattr(Injected, name)

    def called(self: Any, *args: Any) -> Any:
        world = STAGE.world
        known = world and world.instances.get(id(self))
        if not known:
            raise TypeError(f"{type(self).__name__} has no {name}")
        return method(injected_at(known[0], known[1]), *args)

    called.__name__ = name
    return called


def lacking_in_class(path: str, name: str) -> Any:
    if STAGE.world is None or (name.startswith("__") and name.endswith("__")):
        raise AttributeError(name)
    return attribute_at(path, path, name)


def _lacking(self: Any, name: str) -> Any:
    world = STAGE.world
    known = world and world.instances.get(id(self))
    if not known or (name.startswith("__") and name.endswith("__")):
        raise AttributeError(name)
    path, kind = known[0], known[1]
    if world.facts.asks_for(kind, name) and not world.is_so(f"{path}.{name} exists", THERE):
        error = AttributeError(f"{path} has no attribute {name!r}")
        world.external.append(error)
        raise error
    return attribute_at(path, kind, name)


def bare(cls: type) -> Any:
    """An object of a class, without its initialisation."""
    for owner in cls.__mro__:
        if "__new__" in owner.__dict__ and not isinstance(owner.__dict__["__new__"], staticmethod):
            try:
                new: Any = owner.__new__
                made = new(cls)
            except Exception:
                return None
            return made if hasattr(made, "__dict__") else None
    return None


def fill_container(made: Any, world: Any, path: str, kind: str) -> None:
    """Put something into an object that is a container itself."""
    containers: tuple[tuple[type, Any], ...] = (
        (dict, dict.update),
        (list, list.extend),
        (set, set.update),
    )
    for base, put in containers:
        if isinstance(made, base) and world.is_so(f"{path} is filled", _FILLED):
            put(made, world.filled(base, path, kind))


def _make_path(world: Any, path: str, kind: str) -> Any:
    return PosixPath(world.scalar(str, path, kind, bool))


MAKERS: dict[type, Any] = {
    Path: _make_path,
    PurePath: _make_path,
    PosixPath: _make_path,
    PurePosixPath: _make_path,
    datetime: lambda world, path, kind: datetime(
        2020, 1 + world.choose(path, [1.0] * 3), 2, 3, 4, 5
    ),
    date: lambda world, path, kind: date(2020, 1 + world.choose(path, [1.0] * 3), 2),
    timedelta: lambda world, path, kind: timedelta(seconds=world.scalar(int, path, kind)),
    Decimal: lambda world, path, kind: Decimal(world.scalar(int, path, kind)),
}
