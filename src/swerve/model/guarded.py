"""How is swerve's output kept from giving orders, whoever chose the words in it?

All that swerve prints passes here. The runner of a CI job obeys lines that begin with `::` and some
forms of `##[` anywhere; a terminal obeys control characters. What would be an order is spelled out
as an escape, which JSON reads as what it was.
"""

from __future__ import annotations

import re
import sys
from typing import Any, TextIO

#: C0 but for newline and tab, DEL, C1, what turns lines around or ends them. Colours are our own.
_CONTROLS = re.compile(
    "(?!\x1b\\[[0-9;]*m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
#: GitHub's commands, after whatever it takes for space.
_AT_A_START = r"^[^\S\n]*::"
#: GitHub's older ones, Azure's `##vso[` and TeamCity's `##teamcity[`.
_ANYWHERE = r"##\w*\["
_FOREIGN = re.compile(f"{_AT_A_START}|{_ANYWHERE}", re.MULTILINE)
_OWN = re.compile(_ANYWHERE)
#: Of a line that is not at its end yet, what is enough to see an order go on.
_REMEMBERED = 64


class Guarded:
    """A stream for text in which nothing is obeyed, but what `write_own` writes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        #: The line so far; its last characters, where it is long.
        self._line = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write words that anybody may have chosen."""
        shown = _tamed(self._line, _CONTROLS.sub(_spelled, text), _FOREIGN)
        self._remember(shown)
        self._stream.write(shown)
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write one after the other."""
        for line in lines:
            self.write(line)

    def write_own(self, text: str) -> None:
        """Write commands of ours, in which words of others are escaped already."""
        shown = _tamed(self._line, text, _OWN)
        self._remember(shown)
        self._stream.write(shown)

    def _remember(self, shown: str) -> None:
        line = (self._line + shown).rpartition("\n")[2]
        if len(line) > _REMEMBERED:
            line = f"x{line[-_REMEMBERED:]}" if line.strip() else ""
        self._line = line


def guard_streams() -> None:
    """Let all that this process prints from now on be guarded."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, Guarded):
            setattr(sys, name, Guarded(stream))


def write_own(stream: TextIO, text: str) -> None:
    """Write commands of ours to a stream that may be guarded."""
    write = stream.write_own if isinstance(stream, Guarded) else stream.write
    write(text)


def _tamed(before: str, text: str, orders: re.Pattern[str]) -> str:
    """The text with the last character of each order spelled; `before` stands on the same line."""
    whole = before + text

    def spelled_at_its_end(found: re.Match[str]) -> str:
        order = found[0]
        is_new = found.end() > len(before)
        return f"{order[:-1]}\\u{ord(order[-1]):04x}" if is_new else order

    return orders.sub(spelled_at_its_end, whole)[len(before) :]


def _spelled(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
