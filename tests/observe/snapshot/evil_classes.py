"""Classes whose every method notes that it ran, and then breaks what called it."""

from __future__ import annotations

from collections import deque
from typing import Any

ran: list[str] = []


def evil(name: str) -> Any:
    def method(*arguments: object, **named: object) -> Any:
        ran.append(name)
        raise RuntimeError(name)  # reporters survive this

    return method


METHODS = (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("__hash__", "__repr__", "__str__", "__format__", "__bytes__", "__bool__"),
    *("__len__", "__length_hint__", "__iter__", "__next__", "__reversed__", "__contains__"),
    *("__getitem__", "__setitem__", "__missing__", "__index__", "__int__", "__float__"),
    *("__complex__", "__abs__", "__pos__", "__neg__", "__add__", "__radd__"),
    *("__getattribute__", "__getattr__", "__setattr__", "__delattr__", "__dir__", "__reduce__"),
    *("__reduce_ex__", "__getstate__", "__copy__", "__deepcopy__", "__sizeof__", "__call__"),
    *("__enter__", "__exit__", "__fspath__", "__buffer__", "__array__", "__instancecheck__"),
    *("__subclasscheck__", "__mro_entries__", "__get__", "__set__", "items", "keys"),
    *("values", "getstate", "tobytes", "tolist", "isoformat", "utcoffset"),
    *("tell", "read", "getvalue", "as_tuple"),
)


def evil_body(*left_out: str) -> dict[str, Any]:
    body = {name: evil(name) for name in METHODS if name not in left_out}
    body["__class__"] = property(evil("__class__"))
    return body


class Meta(type):
    """A metaclass that lies, and runs."""

    __hash__ = evil("meta hash")
    __eq__ = evil("meta eq")
    __repr__ = evil("meta repr")
    __instancecheck__ = evil("meta instancecheck")
    __subclasscheck__ = evil("meta subclasscheck")
    __getattribute__ = evil("meta getattribute")


Evil: Any = type("Evil", (), evil_body())
EvilList: Any = type("EvilList", (list,), evil_body("__setitem__"))
EvilDict: Any = type("EvilDict", (dict,), evil_body())
EvilStr: Any = type("EvilStr", (str,), evil_body("__hash__", "__eq__"))
EvilInt: Any = type("EvilInt", (int,), evil_body())
EvilFloat: Any = type("EvilFloat", (float,), evil_body())
EvilTuple: Any = type("EvilTuple", (tuple,), evil_body())
EvilSet: Any = type("EvilSet", (set,), evil_body())
EvilDeque: Any = type("EvilDeque", (deque,), evil_body())
EvilBytes: Any = type("EvilBytes", (bytes,), evil_body())
EvilError: Any = type("EvilError", (ValueError,), evil_body())
EvilMeta: Any = Meta("EvilMeta", (), {"value": 1})


def new(cls: Any, *arguments: Any) -> Any:
    """An instance, made without asking the class."""
    base = cls.__mro__[1]
    made = base.__new__(cls, *arguments)
    if base in (list, set, deque, dict):
        base.__init__(made, *arguments)
    return made
