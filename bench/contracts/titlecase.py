"""Blank lines can be kept."""

from swerve.meaning.contract import New, ensures, preserves_when, requires, result, when_required


def titlecase(
    text: str,
    callback: object = None,
    small_first_last: bool = True,
    preserve_blank_lines: New[bool] = False,
) -> None:
    when_required(any(pair in text for pair in ("\n\n", "\r\n", "\n\r", "\r\r")))
    requires(preserve_blank_lines)
    ensures(result.count("\n") == text.count("\n") + text.count("\r"))
    preserves_when(not preserve_blank_lines)
