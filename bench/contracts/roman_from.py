"""Roman numerals in lower case are read; other words for blank input."""

from roman import InvalidRomanNumeralError

from swerve.meaning.contract import case, ensures, exc, requires, result, signals, when_signaled


def fromRoman(s: str) -> None:
    with case("lower case is read"):
        requires(isinstance(s, str) and s.upper() != s)
        when_signaled(InvalidRomanNumeralError)
        ensures(0 <= result < 5000)
        signals(InvalidRomanNumeralError, str(exc).endswith(s.upper()))
    with case("other words for blank input"):
        requires(not s)
        signals(InvalidRomanNumeralError, str(exc) == "Input cannot be blank")
        ensures(False)
