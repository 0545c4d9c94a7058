"""Which names does a contract file import, and what do type checkers make of them?

A contract file is read, never run: whatever is called here says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NoReturn, TypeAlias, TypeVar

_T = TypeVar("_T")
_Function = TypeVar("_Function", bound=Callable[..., object])

#: A parameter or field that only the new version has: `rounding: New[str] = "half-even"`.
New: TypeAlias = Annotated[_T, "only in the new version"]
#: One that only the old version has.
Old: TypeAlias = Annotated[_T, "only in the old version"]


class ContractExecuted(TypeError):
    """A contract file was run, or imported by code that runs."""


class Predefined:
    """A contract that is written already; `applies(TEST)` in the body of a function uses it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


#: Regression verification: nothing changes (figure 17).
RV = Predefined("RV")
#: Differential assertion checking: where no assertion failed before, none fails now (figure 17).
DAC = Predefined("DAC")
#: Where an assertion failed before, it does not fail now (figure 17, on the right).
FIXED = Predefined("FIXED")
#: A test that passed still passes (figure 16).
TEST = Predefined("TEST")

#: What the function returned, and what it raised. They stand for values only inside clauses.
result: Any = None
exc: Any = None
#: What it did to the world: by kind ("file", "log", "request") what there is of it.
effects: Any = None


class case:  # noqa: N801 - it reads as a statement
    """One kind of change: `with case("missing prices used to raise"):` and its clauses."""

    def __init__(self, name: str = "") -> None:
        _executed("case")

    def __enter__(self) -> None:
        """Begin the clauses of the case."""

    def __exit__(self, *_: object) -> None:
        """End them."""


def when_required(condition: object, /) -> None:
    """Say what holds before the call, in the old version, where behaviour is to change."""
    _executed("when_required")


def when_ensured(condition: object, /) -> None:
    """Say what holds when the old version has returned, where behaviour is to change."""
    _executed("when_ensured")


def when_signaled(
    exception: type[BaseException] | tuple[type[BaseException], ...],
    condition: object = True,
    /,
) -> None:
    """Say what the old version raised, where behaviour is to change."""
    _executed("when_signaled")


def requires(condition: object, /) -> None:
    """Say what holds before the call, in the new version (and in the old, if not said apart)."""
    _executed("requires")


def ensures(condition: object, /) -> None:
    """Say what holds when the new version has returned."""
    _executed("ensures")


def signals(
    exception: type[BaseException] | tuple[type[BaseException], ...],
    condition: object = True,
    /,
) -> None:
    """Say what holds when the new version has raised an exception of this type."""
    _executed("signals")


def preserves_when(condition: object, /) -> None:
    """Say what holds before the call of the new version, where behaviour stays as it was."""
    _executed("preserves_when")


def applies(contract: Predefined, /) -> None:
    """Use a contract that is written already: `TEST`, `DAC`, `FIXED`, `RV`."""
    _executed("applies")


def renamed_from(name: str, /) -> Any:
    """Say what a function, class, parameter or field was called in the old version."""
    _executed("renamed_from")


def loop(
    function: str, number: int = 1, *, assigns: str | tuple[str, ...]
) -> Callable[[_Function], _Function]:
    """Say that the contract is for a loop: what it leaves in `assigns` is its result."""
    _executed("loop")


def prev(value: _T, /) -> _T:
    """Take the value that an expression has in the old version."""
    _executed("prev")


def old(value: _T, /) -> _T:
    """Take the value that an expression had before the call."""
    _executed("old")


def implies(condition: object, consequence: object, /) -> bool:
    """Say that the second holds wherever the first does."""
    _executed("implies")


def _executed(name: str) -> NoReturn:
    raise ContractExecuted(
        f"`{name}` belongs to a contract file, and contract files are read by swerve, never run"
    )
