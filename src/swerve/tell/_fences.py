"""How is text that nobody vouched for put into Markdown without becoming Markdown?"""

from __future__ import annotations

import re
from html import escape

from swerve.tell.printable import printable

_TICKS = re.compile("`+")


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
