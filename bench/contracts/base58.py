"""Alphabets of any length; look-alikes can be taken for what they look like."""

from swerve.meaning.contract import (
    New,
    case,
    ensures,
    exc,
    requires,
    result,
    signals,
    when_required,
    when_signaled,
)


def b58decode_int(
    v: str | bytes,
    alphabet: bytes = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    *,
    autofix: New[bool] = False,
) -> None:
    with case("the character is named"):
        when_required(len(alphabet) == 58)
        when_signaled(ValueError, "not found" in str(exc))
        requires(not autofix)
        signals(ValueError, str(exc).startswith("Invalid character"))
        ensures(False)
    with case("look-alikes"):
        when_required(len(alphabet) == 58)
        when_signaled(ValueError, "not found" in str(exc))
        requires(autofix)
        ensures(result >= 0)
    with case("any base"):
        requires(len(alphabet) != 58)
        ensures(result >= 0)
