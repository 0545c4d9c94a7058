"""Truths are written as words, not as numbers."""

from swerve.meaning.contract import ensures, requires, result


class Texttable:
    def _fmt_auto(cls, x: object) -> None:
        requires(isinstance(x, bool))
        ensures(result == str(x))
