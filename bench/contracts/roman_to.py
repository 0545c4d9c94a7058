"""Other words for numbers that are no integers."""

from roman import NotIntegerError

from swerve.meaning.contract import ensures, exc, requires, signals


def toRoman(n: int) -> None:
    requires(not isinstance(n, int))
    signals(NotIntegerError, str(exc) == "decimals cannot be converted")
    ensures(False)
