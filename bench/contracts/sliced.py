"""Negative sizes are refused at once."""

from swerve.meaning.contract import ensures, exc, requires, signals


def sliced(seq: object, n: int, strict: bool = False) -> None:
    requires(n < 0)
    signals(ValueError, str(exc) == "n must be at least 0")
    ensures(False)
