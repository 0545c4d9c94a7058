"""Which names does a piece of text speak of?"""

from __future__ import annotations

import keyword
import re

from swerve.model import Pair

_NAME = re.compile(r"[A-Za-z_]\w*")
#: Names that say nothing about what is spoken of.
_EVERYWHERE = frozenset(("self", "cls", *keyword.kwlist))


def names_in(text: str) -> list[str]:
    """All names in a text, in order."""
    return _NAME.findall(text)


def changed_names(pair: Pair) -> frozenset[str]:
    """The names that changed lines speak of."""
    names: set[str] = set()
    for function in (pair.old, pair.new):
        lines = function.module.text.split("\n")
        for number in function.changed_lines:
            names.update(names_in(lines[number - 1]))
    return frozenset(names) - _EVERYWHERE
