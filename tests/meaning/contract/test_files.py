"""What do contract files look like: where they stand, what they import, how they are written?"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.meaning.contract.two_versions import contracts_from

import swerve.meaning.contract
from swerve.meaning.contract import (
    ContractExecuted,
    Contracts,
    Loop,
    Presence,
    contract_files_of,
    contracts_text,
    is_contract_text,
    module_of,
    read_contracts,
    trailers_in,
)
from swerve.model import Side

EXAMPLE = Path(__file__).with_name("contracts") / "shop" / "orders.py"


@pytest.mark.parametrize(
    ("contract_file", "module"),
    [
        ("contracts/shop/orders.py", "shop/orders.py"),
        ("contracts/orders.py", "orders.py"),
        ("shop/orders.contract.py", "shop/orders.py"),
        ("src/shop/orders.contract.py", "src/shop/orders.py"),
        ("shop/orders.py", None),
        ("shop/contracts/orders.py", None),
        ("contracts/README.md", None),
        ("contracts.py", None),
    ],
)
def test_a_contract_file_belongs_to_a_module(contract_file: str, module: str | None) -> None:
    assert module_of(contract_file) == module


def test_where_contracts_of_a_module_may_stand() -> None:
    assert contract_files_of("shop/orders.py") == (
        "contracts/shop/orders.py",
        "shop/orders.contract.py",
    )
    assert contract_files_of("src/shop/orders.py") == (
        "contracts/src/shop/orders.py",
        "contracts/shop/orders.py",
        "src/shop/orders.contract.py",
    )
    assert contract_files_of("shop/orders.contract.py") == ()


def test_a_package_called_contracts_is_not_full_of_contract_files() -> None:
    assert is_contract_text(EXAMPLE.read_text("utf-8"))
    assert not is_contract_text("from django.db import models\n")
    assert not is_contract_text("def (")


def test_the_example_is_read_as_it_is_meant() -> None:
    """mypy reads the same file, strictly, with the tests."""
    contracts = read_contracts(EXAMPLE.read_text("utf-8"), "contracts/shop/orders.py")
    assert isinstance(contracts, Contracts), contracts.rendered
    assert contracts.module == "shop/orders.py"
    total, add = contracts.of("Order.total"), contracts.of("Order.add")
    assert total is not None
    assert add is not None
    assert [case.name for case in total.cases] == [
        "missing prices used to raise",
        "discounts apply once",
    ]
    assert [clause.text for clause in total.cases[0].clauses] == [
        'when_signaled(KeyError, "price" in str(exc))',
        "signals(KeyError, False)",
        "ensures(result == 0)",
    ]
    assert [(each.name, each.presence) for each in total.parameters] == [
        ("self", Presence.BOTH),
        ("currency", Presence.BOTH),
        ("rounding", Presence.NEW),
        ("legacy", Presence.OLD),
    ]
    assert total.signature_of(Side.OLD).positional == ("self", "currency", "legacy")
    assert total.signature_of(Side.NEW).defaults == (("rounding", '"half-even"'),)
    assert add.old_function == "Order.append"
    assert add.signature_of(Side.OLD).positional == ("self", "amount", "text")
    assert [(each.name, each.old_name) for each in add.fields] == [
        ("coupon", "coupon"),
        ("discount", "discount"),
        ("lines", "rows"),
    ]
    (loop,) = contracts.loops_of("sum_to")
    assert loop.loop == Loop("sum_to", 1, ("s",))


def test_a_contract_is_written_as_it_is_read() -> None:
    contracts = read_contracts(EXAMPLE.read_text("utf-8"), "contracts/shop/orders.py")
    assert isinstance(contracts, Contracts)
    text = contracts_text(contracts)
    again = read_contracts(text, "contracts/shop/orders.py")
    assert isinstance(again, Contracts), again.rendered
    assert contracts_text(again) == text

    for contract in contracts.contracts:
        same = next(each for each in again.contracts if each.function == contract.function)
        assert same.old_function == contract.old_function
        assert same.fields == contract.fields
        assert same.loop == contract.loop
        assert [case.name for case in same.cases] == [case.name for case in contract.cases]
        assert [sorted(clause.text for clause in case.clauses) for case in same.cases] == [
            sorted(clause.text for clause in case.clauses) for case in contract.cases
        ]


def test_contracts_without_imports_are_read_too() -> None:
    contracts = contracts_from("def f(x):\n    ensures(result == x)\n")
    assert [each.function for each in contracts.contracts] == ["f"]
    assert contracts.of("g") is None


# --- the language -------------------------------------------------------------------------------


def test_running_a_contract_says_that_contracts_are_not_run() -> None:
    calls: list[Callable[[], object]] = [
        lambda: swerve.meaning.contract.requires(True),
        lambda: swerve.meaning.contract.prev(1),
        lambda: swerve.meaning.contract.case("a"),
        lambda: swerve.meaning.contract.renamed_from("a"),
        lambda: swerve.meaning.contract.loop("f", assigns="s"),
    ]
    for call in calls:
        with pytest.raises(ContractExecuted, match=r"contract files are read by swerve, never run"):
            call()


def test_importing_the_language_is_cheap() -> None:
    program = (
        "import sys; from swerve.meaning.contract import case, requires; "
        "sys.exit(any(n in sys.modules for n in ('ast', 'swerve.observe.comparison')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_everything_that_is_exported_is_there() -> None:
    for name in swerve.meaning.contract.__all__:
        assert getattr(swerve.meaning.contract, name) is not None or name in (
            "result",
            "exc",
            "effects",
        )
    with pytest.raises(AttributeError):
        swerve.meaning.contract.nothing  # noqa: B018


# --- trailers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "functions"),
    [
        ("Simplify\n\nBehaviour: preserved\n", [()]),
        ("Simplify\n\nBehavior: Preserved", [()]),
        (
            "Simplify\n\nbody\n\nSigned-off-by: A\nBehaviour: preserved for Cart.total, parse\n",
            [("Cart.total", "parse")],
        ),
        (
            "Simplify\n\nBehaviour: preserved in `parse`\nBehaviour: preserved (f)\n",
            [("parse",), ("f",)],
        ),
        ("Behaviour: preserved", [()]),
        ("Simplify\n\nBehaviour: preserved\n\nAnd more prose.", []),
        ("Simplify\n\nSome prose.\nBehaviour: preserved\n", [()]),
        ("Simplify\n\nSome prose.\nBehaviour: is kept\n", []),
        ("Behaviour: preserved is what we want\nas prose here", []),
        ("Simplify", []),
        ("", []),
    ],
)
def test_trailers(message: str, functions: list[tuple[str, ...]]) -> None:
    found, faults = trailers_in(message, "commit 694c6d3")
    assert [trailer.functions for trailer in found] == functions
    assert faults == ()


def test_a_trailer_is_a_contract_that_nothing_changes() -> None:
    (trailer,), _ = trailers_in("x\n\nBehaviour: preserved for Cart.total", "commit 694c6d3")
    assert trailer.speaks_of("Cart.total")
    assert not trailer.speaks_of("Cart.totals")
    contract = trailer.contract_for("Cart.total")
    assert (contract.file, contract.cases, contract.preserves) == ("commit 694c6d3", (), ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Behaviour: preservd", "3:12: unknown promise `preservd`; did you mean `preserved`?"),
        ("Behaviour: kept", "3:12: unknown promise `kept`; write `Behaviour: preserved`"),
        ("Behaviour: preserved for 3x", "3:26: `3x` is not the name of a function"),
    ],
)
def test_a_trailer_that_is_none(line: str, message: str) -> None:
    found, faults = trailers_in(f"Simplify\n\n{line}\n", "commit 694c6d3")
    assert found == ()
    assert faults[0].rendered.startswith(f"commit 694c6d3:{message}")
    assert faults[0].rendered.splitlines()[1] == f"    {line}"
