"""Objects that nobody can make are made after their real class, where that can be imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.check.running import prepare
from swerve.model import FunctionReport, Realism, Settings, Verdict
from swerve.source import Selection, pair_up, read_paths

_MODELS = """
import socket
from abc import ABC, abstractmethod

class Base(ABC):
    @abstractmethod
    def reload(self): ...

class Cart(Base):
    def __init__(self, owner: str, items: list, limit: int = 3):
        self.owner = owner
        self.items = items
        self.limit = limit
        self._server = socket.create_connection(("example.org", 1))

    @property
    def size(self):
        return len(self.items)

    @property
    def age(self):
        return self._server.age() + ()

    def is_full(self):
        return self.size >= self.limit

    def send(self):
        self._server.send(b"all")
"""
_VIEWS = """
from __future__ import annotations
from typing import TYPE_CHECKING
from shop import models
if TYPE_CHECKING:
    from shop.models import Cart
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))


def _checked(folder: Path, old: str, new: str) -> FunctionReport:
    for side, text in (("old", old), ("new", new)):
        package = folder / side / "shop"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "models.py").write_text(_MODELS)
        (package / "views.py").write_text(_VIEWS + text)
    raw = read_paths(folder / "old", folder / "new", Selection())
    settings = Settings(skip=("replay", "generate", "vary", "shadow", "prove"))
    report = check(pair_up(raw), Plan(), None, lambda pairs: prepare(raw, settings, pairs))
    (function,) = report.functions
    return function


_CASES = [
    pytest.param(
        "def f(cart: Cart):\n    return isinstance(cart, models.Cart)\n",
        "def f(cart: Cart):\n    return True\n",
        False,
        id="it is an instance of its class",
    ),
    pytest.param(
        "def f(cart: Cart):\n    return True if cart.is_full() else cart.size >= cart.limit\n",
        "def f(cart: Cart):\n    return True if cart.is_full() else False\n",
        False,
        id="its methods are those of its class",
    ),
    pytest.param(
        "def f(cart):\n    return True if cart.is_full() else cart.size >= cart.limit\n",
        "def f(cart):\n    return cart.is_full()\n",
        False,
        id="its class is known by its name and what is asked of it",
    ),
    pytest.param(
        "def f(cart: Cart):\n    return cart.owner.upper() + str(cart.limit + 1)\n",
        "def f(cart: Cart):\n    return f'{cart.owner.upper()}{cart.limit + 1}'\n",
        False,
        id="its fields are what its class declares",
    ),
    pytest.param(
        "def f(cart: Cart):\n    cart.send()\n    return cart.size\n",
        "def f(cart: Cart):\n    return cart.size\n",
        True,
        id="methods with effects are seen",
    ),
    pytest.param(
        "def f(cart: Cart):\n    return cart.age, cart.size > 2\n",
        "def f(cart: Cart):\n    return cart.age, cart.size > 1\n",
        True,
        id="properties that cannot deal with it are made up",
    ),
]


@pytest.mark.parametrize(("old", "new", "is_changed"), _CASES)
def test_objects_are_made_after_their_class(
    tmp_path: Path, old: str, new: str, is_changed: bool
) -> None:
    function = _checked(tmp_path, old, new)
    assert function.verdict is (Verdict.CHANGED if is_changed else Verdict.LIKELY_PRESERVED)
    assert all(each.realism is Realism.INJECTED for each in function.witnesses)
