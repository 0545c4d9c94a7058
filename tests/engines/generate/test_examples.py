"""Calls that people show are read, not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.engines.generate._examples import documents_in, examples_of
from swerve.model import Realism
from swerve.observe.recipe import Name, decode_call, python_of

MODULE = '''
"""A shop.

>>> cart = Cart("me", items=[Item(2)])
>>> cart.add(Item(price=3), 2)
>>> Cart.empty().add(None)
"""

LIMIT = 5

class Item:
    def __init__(self, price): ...

class Cart:
    def __init__(self, owner, items=()): ...
    def add(self, item, count=1): ...
    @classmethod
    def empty(cls): ...

def total(items, tax=0, rounding=None):
    """Add up.

    >>> total([1, 2], tax=1/4)
    3.75
    >>> prices = [3] * 2
    >>> total(prices)
    >>> total({"a": (1, None)}, LIMIT, rounding=round)
    >>> total(x for x in prices)
    >>> total(lambda: 1)
    >>> total(unknown)
    >>> other.total(1)
    """
'''


def shown(target: str, *documents: tuple[str, str]) -> list[str]:
    seeds = examples_of(Name("shop", target), MODULE, documents)
    assert all(seed.realism is Realism.TYPED for seed in seeds)
    return [python_of(decode_call(seed.call)).expression for seed in seeds]


def test_doctests_of_a_function() -> None:
    assert shown("total") == [
        "total([1, 2], tax=0.25)",
        'total({"a": (1, None)}, LIMIT, rounding=round)',
    ]


def test_methods_come_with_their_receiver() -> None:
    assert shown("Cart.add") == [
        'Cart("me", items=[Item(2)]).add(Item(price=3), 2)',
        "Cart.empty().add(None)",
    ]


@pytest.mark.parametrize(
    "document",
    [
        "Use it:\n\n```python\nimport shop\nprint(shop.total([7]))\n```\n",
        "Use it::\n\n    from shop import total\n    total([7])\n\nDone.\n",
        "Use it:\n\n>>> from shop import total\n>>> total([7])\n7\n",
        "```\n>>> import shop as s\n>>> s.total([7])\n```\n",
        "```py\nfrom shop import total\ndef f():\n    items = [7]\n    return total(items)\n```\n",
    ],
)
def test_code_in_documents(document: str) -> None:
    assert "total([7])" in shown("total", ("README.md", document))


def test_documents_of_a_tree_are_found_readme_first(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "use.rst").write_text("b")
    (tmp_path / "docs" / "logo.png").write_bytes(b"\x89PNG")
    (tmp_path / "README.md").write_text("a")
    assert list(documents_in(tmp_path)) == [("README.md", "a"), ("docs/use.rst", "b")]


@pytest.mark.parametrize("text", ["def f(:", "```python\ndef f(:\n```", ">>> f(\n", ">>>f(1)\n"])
def test_what_cannot_be_read_is_left_out(text: str) -> None:
    assert examples_of(Name("m", "f"), text, [("README.md", text)]) == ()
