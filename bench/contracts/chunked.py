"""Negative sizes are refused at once."""

from swerve.contract import ensures, exc, requires, signals


def chunked(iterable: object, n: int | None, strict: bool = False) -> None:
    requires(isinstance(n, (int, float)) and n < 0)
    signals(ValueError, str(exc) == "n must be at least 0")
    ensures(False)
