"""Powers of 1024 are written with their own symbol."""

from swerve.meaning.contract import ensures, requires, result

POWERS = (1024, 1048576, 1073741824, 1099511627776, 1125899906842624, 1152921504606846976)


def bytes2human(nbytes: int, ndigits: int = 0) -> None:
    requires(abs(nbytes) in POWERS)
    ensures(result.lstrip("-").rstrip("KMGTPE").strip("0") in ("1", "1."))
