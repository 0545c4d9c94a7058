"""Things that recipes build in tests. Every one of them says in `LOG` when it is touched."""

from __future__ import annotations

from typing import Any

LOG: list[object] = []
LIMIT = 10


class Item:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        LOG.append("Item")
        self.args = args
        self.kwargs = kwargs

    def __getitem__(self, key: object) -> Any:
        LOG.append("getitem")
        return self.args[0]


class Cart:
    """Has all that a class can have which a recipe speaks of."""

    discount = 0

    class Line:
        def __init__(self, *args: Any) -> None:
            LOG.append("Line")
            self.args = args

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        LOG.append("Cart")
        self.args = args
        self.kwargs = kwargs
        self.added: list[Any] = []
        self.items: dict[Any, Any] = {}

    @classmethod
    def of(cls, *args: Any) -> Cart:
        LOG.append("of")
        return cls(*args)

    def add(self, *args: Any, **kwargs: Any) -> Cart:
        LOG.append("add")
        self.added.append((args, kwargs))
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        LOG.append("setitem")
        self.items[len(self.items)] = (key, value)

    @property
    def total(self) -> object:
        LOG.append("total")
        return self.added

    @total.setter
    def total(self, value: object) -> None:
        self.added = [value]

    @total.deleter
    def total(self) -> None:
        self.added = []

    def __secret(self, *args: Any) -> object:
        return args, self


def note(*args: Any, **kwargs: Any) -> object:
    LOG.append("note")
    return args, kwargs


def fail(*args: Any) -> object:
    raise KeyError("as asked")


def leave() -> None:
    raise SystemExit(3)
