"""Is what docs/contracts.md shows what swerve reads?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.meaning.contract.two_versions import faults_of

from swerve.meaning.contract import Contracts, read_contracts, trailers_in

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "contracts.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_contract_file(example: str) -> None:
    found = read_contracts(example, "contracts/shop/orders.py")
    assert isinstance(found, Contracts), found.rendered
    assert found.contracts


def test_the_fault_is_shown_as_it_is_told() -> None:
    shown = re.search(r"```\n(contracts/shop/orders\.py:6:.*?)\n```", TEXT, re.DOTALL)
    assert shown is not None
    text = "\n" * 4 + "def f(x):\n    requires(result > 0)\n"
    assert faults_of("#" + text) == [shown[1]]


def test_the_trailers_are_trailers() -> None:
    shown = re.search(r"```\n(Behaviour:.*?)```", TEXT, re.DOTALL)
    assert shown is not None
    found, faults = trailers_in(f"Simplify\n\n{shown[1]}", "commit")
    assert [trailer.functions for trailer in found] == [(), ("Cart.total", "parse")]
    assert not faults
