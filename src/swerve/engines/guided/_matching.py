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
_CLASSES = {
    constants.CATEGORY_DIGIT: "7",
    constants.CATEGORY_NOT_DIGIT: "k",
    constants.CATEGORY_SPACE: " ",
    constants.CATEGORY_NOT_SPACE: "k",
    constants.CATEGORY_WORD: "k",
    constants.CATEGORY_NOT_WORD: "-",
}


def strings_that_match(pattern: str) -> tuple[str, ...]:
    """Strings that a pattern finds something in, and one with something before and after."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = parser.parse(pattern)
            found = [_text(parsed, repeated) for repeated in _REPEATED]
            kept = [text for text in dict.fromkeys(found) if re.search(pattern, text)]
    except (re.error, OverflowError, RecursionError, ValueError):
        return ()
    if kept:
        around = f"k{kept[0]}k"
        if re.search(pattern, around):
            kept.append(around)
    return tuple(text[:_MOST_LENGTH] for text in kept)


def _text(parsed: Sequence[tuple[Any, Any]], repeated: int) -> str:
    return "".join(_piece(how, what, repeated) for how, what in parsed)


def _piece(how: Any, what: Any, repeated: int) -> str:
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
        return _text(inner, repeated) * times
    if how is constants.SUBPATTERN:
        return _text(what[-1], repeated)
    if how is constants.BRANCH:
        branches = what[1]
        return _text(branches[min(repeated - 1, len(branches) - 1)], repeated)
    if how is constants.ASSERT:
        return _text(what[1], repeated) if what[0] > 0 else ""
    return ""


def _member(what: Sequence[tuple[Any, Any]]) -> str:
    is_negated = what[0][0] is constants.NEGATE
    members = what[1:] if is_negated else what
    if is_negated:
        inside = {_one(how, value) for how, value in members}
        return next(each for each in "kj7 -_" if each not in inside)
    return _one(*members[0])


def _one(how: Any, value: Any) -> str:
    if how is constants.RANGE:
        return chr(value[0])
    if how is constants.CATEGORY:
        return _CLASSES.get(value, "k")
    return chr(value)
