"""With no split allowed, the values come in one list, not the source itself."""

from swerve.meaning.contract import ensures, old, requires, result


def split_iter(src: object, sep: object = None, maxsplit: int | None = None) -> None:
    requires(maxsplit is not None and int(maxsplit) == 0)
    ensures(list(result) == [list(old(src))])
