"""The contract file that docs/contracts.md shows. Type checkers read it with the rest."""

from __future__ import annotations

from typing import Any

from swerve.meaning.contract import (
    DAC,
    TEST,
    New,
    Old,
    applies,
    case,
    ensures,
    exc,
    implies,
    loop,
    old,
    preserves_when,
    prev,
    renamed_from,
    requires,
    result,
    signals,
    when_ensured,
    when_required,
    when_signaled,
)

LIMIT = 10


def is_large(amounts: list[int]) -> bool:
    return sum(amounts) > LIMIT


class Order:
    coupon: New[str | None]
    discount: float
    lines: list[int] = renamed_from("rows")

    def total(
        self, currency: str, rounding: New[str] = "half-even", legacy: Old[bool] = False
    ) -> None:
        with case("missing prices used to raise"):
            when_signaled(KeyError, "price" in str(exc))
            signals(KeyError, False)
            ensures(result == 0)
        with case("discounts apply once"):
            requires(self.discount > 0)
            when_ensured(result < 0)
            ensures(result == max(0, prev(result)))
        preserves_when(currency == "EUR")

    def add(self, amount: int, note: Any = renamed_from("text")) -> None:  # noqa: B008
        renamed_from("append")
        when_required(amount > 0)
        ensures(implies(is_large(self.lines), self.lines == [*old(self.lines), amount]))


@loop("sum_to", 1, assigns="s")
def sum_loop(k: int) -> None:
    requires(k >= 1)
    ensures(result == prev(result) + k)


def test_total() -> None:
    applies(TEST)


def parse(text: str) -> None:
    applies(DAC)
