"""How is text that nobody vouched for shown without obeying it?"""

from __future__ import annotations

import re
from html import escape

# Python calls these printable, yet a terminal draws nothing, or redraws what stands before them.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)

_TICKS = re.compile("`+")


def printable(text: str, encoding: str = "utf-8") -> str:
    """Return `text` with everything a terminal might act on, or cannot show, spelled as an escape.

    Control characters (newlines and tabs too), text direction overrides, invisible characters and
    lone surrogates come out as in `repr`; so does what `encoding` has no code for.
    """
    if text.isprintable() and not _INVISIBLE.search(text):
        shown = text
    else:
        shown = "".join(_escaped(character) for character in text)
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def _escaped(character: str) -> str:
    if character.isprintable() and not _INVISIBLE.match(character):
        return character
    return character.encode("unicode_escape").decode("ascii")


def fenced(text: str, language: str = "text") -> str:
    """A code block with the text in it; no run of backticks in the text can end the block.

    Nothing is obeyed inside: no HTML, no link, and nobody is mentioned.
    """
    shown = "\n".join(printable(line) for line in text.split("\n"))
    longest = max((len(run) for run in _TICKS.findall(shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{shown}\n{fence}"


def html_code(text: str) -> str:
    """Code for a place where Markdown is off: inside of an HTML block."""
    return f"<code>{escape(printable(text))}</code>"


def shortened(text: str, most: int) -> str:
    """The text, cut with a mark where it is too long."""
    return text if len(text) <= most else f"{text[:most]}…"
