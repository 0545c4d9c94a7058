"""Nothing is split into nothing."""

from swerve.meaning.contract import ensures, requires, result, when_ensured


def split_after(iterable: object, pred: object, maxsplit: int = -1) -> None:
    requires(maxsplit == 0)
    when_ensured(list(result) == [[]])
    ensures(list(result) == [])
