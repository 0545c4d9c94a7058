"""Which strings does a regular expression match? A few, to get behind the conditions that ask."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Sequence
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants, _parser  # type: ignore[attr-defined]
else:
    import sre_constants as _constants
    import sre_parse as _parser

constants: Any = _constants
parser: Any = _parser

#: How often something is repeated that may be repeated.
_REPEATED = (1, 2)
_MOST_LENGTH = 200
#: A pattern that needs a longer text is left alone.
_MOST_MADE = 10_000
_CLASSES = {
    constants.CATEGORY_DIGIT: "7",
    constants.CATEGORY_NOT_DIGIT: "k",
    constants.CATEGORY_SPACE: " ",
    constants.CATEGORY_NOT_SPACE: "k",
    constants.CATEGORY_WORD: "k",
    constants.CATEGORY_NOT_WORD: "-",
}

_ESCAPES = {
    constants.CATEGORY_DIGIT: r"\d",
    constants.CATEGORY_NOT_DIGIT: r"\D",
    constants.CATEGORY_SPACE: r"\s",
    constants.CATEGORY_NOT_SPACE: r"\S",
    constants.CATEGORY_WORD: r"\w",
    constants.CATEGORY_NOT_WORD: r"\W",
}


def strings_that_match(pattern: str) -> tuple[str, ...]:
    """Strings that a pattern finds something in, and one with something before and after."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = parser.parse(pattern)
            found = [
                _text(parsed, repeated, looks_ahead)
                for repeated in _REPEATED
                for looks_ahead in (False, True)
            ]
            kept = [text for text in dict.fromkeys(found) if re.search(pattern, text)]
    except (re.error, OverflowError, RecursionError, ValueError):
        return ()
    if kept:
        around = f"k{kept[0]}k"
        if re.search(pattern, around):
            kept.append(around)
    return tuple(text[:_MOST_LENGTH] for text in kept)


def _text(parsed: Sequence[tuple[Any, Any]], repeated: int, looks_ahead: bool) -> str:
    text = "".join(_piece(how, what, repeated, looks_ahead) for how, what in parsed)
    if len(text) > _MOST_MADE:
        raise ValueError("too long a text")  # repeats in repeats grow without end
    return text


def _piece(how: Any, what: Any, repeated: int, looks_ahead: bool) -> str:
    if how is constants.LITERAL:
        return chr(what)
    if how is constants.NOT_LITERAL:
        return "k" if what != ord("k") else "j"
    if how is constants.ANY:
        return "k"
    if how is constants.IN:
        return _member(what)
    if how in (constants.MAX_REPEAT, constants.MIN_REPEAT):
        least, most, inner = what
        times: int = min(max(least, repeated), int(most), 20)
        return _text(inner, repeated, looks_ahead) * times
    if how is constants.SUBPATTERN:
        return _text(what[-1], repeated, looks_ahead)
    if how is constants.BRANCH:
        branches = what[1]
        return _text(branches[min(repeated - 1, len(branches) - 1)], repeated, looks_ahead)
    if how is constants.ASSERT and (looks_ahead or what[0] < 0):
        return _text(what[1], repeated, looks_ahead)
    return ""


def _member(what: Sequence[tuple[Any, Any]]) -> str:
    is_negated = what[0][0] is constants.NEGATE
    members = what[1:] if is_negated else what
    if is_negated:
        return next((each for each in "kj7 -_~K" if not _holds(members, each)), "")
    return _one(*members[0])


def _holds(members: Sequence[tuple[Any, Any]], character: str) -> bool:
    for how, value in members:
        if how is constants.RANGE:
            if value[0] <= ord(character) <= value[1]:
                return True
        elif how is constants.CATEGORY:
            if re.match(_ESCAPES.get(value, r"\d"), character):
                return True
        elif value == ord(character):
            return True
    return False


def _one(how: Any, value: Any) -> str:
    if how is constants.RANGE:
        return chr(value[0])
    if how is constants.CATEGORY:
        return _CLASSES.get(value, "k")
    return chr(value)
