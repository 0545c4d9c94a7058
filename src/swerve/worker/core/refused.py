"""What did a library of arrays or tables want, when it refused those that it was given?"""

from __future__ import annotations

import re

#: What was given other values than these, by what libraries say then.
_WANTED = {
    "dates": r"datetimelike|datetimeindex|timedeltaindex|\btz-|and (?:timestamp|datetime|date)\b",
    "integers": r"bitwise|shift' not supported|must be (?:an )?integer|as an integer"
    r"|indices must be int|arrays used as indices|operand type\(s\) for [&|^<>]",
    "moments": r"unable to parse|unknown datetime|does not match format|isoformat",
    "numbers": r"could not convert|numeric|unsupported operand.*'str'|not support operation"
    r"|dtype 'str'|agg function failed|can only concatenate str|ufunc '\w+' ",
    "unique": r"not unique|duplicate",
}
_WANTED_IN = {want: re.compile(said, re.I) for want, said in _WANTED.items()}
#: What is said to be missing.
_QUOTED = re.compile(r"['\"]([^'\"\n]{1,40})['\"]")
_NAME = re.compile(r"[A-Za-z_][\w %/-]{0,39}")
_OF_DIMENSIONS = re.compile(r"(?i)dim")
_NO_ATTRIBUTE = re.compile(
    r"'(?:DataFrame|Series|DataArray|Dataset)' object has no attribute '(\w+)'"
)
#: What names of dimensions and columns with times are mostly like.
DATED = re.compile(r"(?i)time|date")
_MOST_TEXT = 500


def wanted_in(text: str) -> set[str]:
    """What columns have to hold, by the message of an exception."""
    text = text[:_MOST_TEXT]  # target code may write it: no pattern may take long
    return {want for want, said in _WANTED_IN.items() if said.search(text)}


def missed_in(raised: str, text: str) -> tuple[list[str], bool]:
    """Names that were looked for in vain, by an exception; and whether they are of dimensions."""
    text = text[:_MOST_TEXT]
    if raised in ("AttributeError", "TypeError"):
        found = _NO_ATTRIBUTE.findall(text)
    else:
        found = _QUOTED.findall(text)
        if raised == "KeyError" and not found:
            found = [text.rpartition(": ")[2]]
    names = [name.partition(".")[0] for name in found]
    return [each for each in names if _NAME.fullmatch(each)], bool(_OF_DIMENSIONS.search(text))
