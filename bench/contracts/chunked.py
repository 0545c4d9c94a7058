"""Negative sizes, and what is no number, are refused at once."""

from swerve.meaning.contract import case, ensures, exc, requires, signals


def chunked(iterable: object, n: int | None, strict: bool = False) -> None:
    with case("negative sizes"):
        requires(isinstance(n, (int, float)) and n < 0)
        signals(ValueError, str(exc) == "n must be at least 0")
        ensures(False)
    with case("no numbers"):
        requires(n is not None and not isinstance(n, (int, float)))
        ensures(False)
