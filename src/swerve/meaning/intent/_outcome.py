"""How did one side end, and what did it write on the way?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ._script import Handler

_HEADER = "Traceback (most recent call last):"
_TYPE = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
#: The line that ends a traceback.
_LAST = re.compile(rf"({_TYPE})(?:: (.*))?$")
#: How swerve's own engines show the end of a call.
_RAISED = re.compile(rf"raised ({_TYPE})(?:\((.*)\))?", re.DOTALL)
#: How they show that of an iterator.
_RAISES = re.compile(rf"raises ({_TYPE})(?:\((.*)\))? after \d+ items?$", re.DOTALL)
#: An error that a script caught and printed, with its type or without.
_TYPED = re.compile(r"\b([A-Z]\w*(?:Error|Exception))\b\s*(?:[:('\"-]|$)(.*)")
_UNTYPED = re.compile(
    r"^\W*(?:an? |the )?(?:\w+ ){0,3}(?:error|exception|failed|failure)\b[^:=]*:(.*)",
    re.IGNORECASE,
)
_WARNED = re.compile(r"(?:^|\s)(?:\S+:\d+: )?([A-Z]\w*Warning): ")
#: What an error is called whose type was not printed.
SOME_ERROR = "an error"


@dataclass(frozen=True, slots=True)
class Raised:
    """An error that ended a run, or that a script caught and printed."""

    #: Without its module: `ValueError`, or `SOME_ERROR`.
    type_name: str
    message: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one side wrote and how it ended."""

    #: Lines that are neither of a traceback nor of a warning.
    lines: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    #: What ended the run; `None` when it came to its end.
    raised: Raised | None = None


def outcome_from_text(text: str) -> Outcome:
    """Read what a side wrote: all of a script's output, or a call's end as swerve shows it."""
    found = _RAISED.match(text.strip()) or _RAISES.match(text.strip())
    if found:
        return Outcome((), (), Raised(_short(found[1]), found[2] or ""))
    lines, raised = _without_tracebacks(text.splitlines())
    kept, warnings = _without_warnings(lines)
    return Outcome(tuple(kept), tuple(warnings), raised)


def printed_error(line: str, handlers: Sequence[Handler] = ()) -> Raised | None:
    """The error that a printed line tells of: its words say so, or who printed it."""
    found = _TYPED.search(line)
    if found:
        return Raised(found[1], _unquoted(found[2].strip(" :)")))
    for handler in handlers:
        if handler.line.match(line):
            return Raised(handler.type_name or SOME_ERROR, line)
    found = _UNTYPED.match(line)
    return Raised(SOME_ERROR, found[1].strip()) if found else None


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]
    return text[1:-1] if is_quoted else text


def _without_tracebacks(lines: list[str]) -> tuple[list[str], Raised | None]:
    """Lines outside of tracebacks, and what the last traceback ends in."""
    kept: list[str] = []
    raised: Raised | None = None
    inside = False
    for line in lines:
        if line.strip() == _HEADER:
            inside = True
        elif not inside:
            kept.append(line)
        elif line.strip() and not line.startswith((" ", "\t")):
            found = _LAST.match(line)
            if found:
                raised = Raised(_short(found[1]), found[2] or "")
            inside = False
    if raised is not None:
        kept = [line for line in kept if not _between_tracebacks(line)]
    return kept, raised


def _between_tracebacks(line: str) -> bool:
    return line.startswith(("During handling of the above", "The above exception was"))


def _without_warnings(lines: list[str]) -> tuple[list[str], list[str]]:
    """Lines that no warning wrote, and the warnings."""
    kept: list[str] = []
    warnings: list[str] = []
    is_after_warning = False
    for line in lines:
        if _WARNED.search(line):
            warnings.append(line)
            is_after_warning = True
        elif is_after_warning and line.startswith("  "):
            is_after_warning = False  # the source line that a warning quotes
        else:
            kept.append(line)
            is_after_warning = False
    return kept, warnings


def _short(type_name: str) -> str:
    return type_name.rpartition(".")[2]
