"""Is it seen that a test uses what a contract takes away?"""

from __future__ import annotations

import pytest

from swerve.apps.explain._explaining import taken_away
from swerve.meaning.contract import Contracts, read_contracts

TEXT = """
def total(items, rounding: New[str], legacy: Old[bool] = False, width=renamed_from("w")):
    renamed_from("sum_of")
    requires(len(items) > 0)
"""


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        (
            "ImportError: cannot import name 'sum_of' from 'shop'",
            "it uses `sum_of`, which is now call",
        ),
        ("AttributeError: 'Order' object has no attribute 'sum_of'", "it uses `sum_of`"),
        (
            "TypeError: total() got an unexpected keyword argument 'legacy'",
            "removed parameter `legacy`",
        ),
        ("TypeError: total() takes 1 positional argument but 2 were given", "`legacy`"),
        ("TypeError: total() missing 1 required positional argument: 'rounding'", "`rounding`"),
        (
            "TypeError: total() got an unexpected keyword argument 'w'",
            "which is now called `width`",
        ),
        ("TypeError: other() got an unexpected keyword argument 'legacy'", ""),
        ("ImportError: cannot import name 'other' from 'shop'", ""),
        ("AssertionError: 'legacy'", ""),
    ],
)
def test_what_a_test_fails_for(why: str, expected: str) -> None:
    found = read_contracts(TEXT, "contracts/shop.py")
    assert isinstance(found, Contracts), found.rendered
    said = taken_away(why, found.contracts)
    assert expected in said
    assert bool(said) is bool(expected)
    assert not said or said.endswith("(contracts/shop.py:2)")
