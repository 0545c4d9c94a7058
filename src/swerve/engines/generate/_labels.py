"""What are the columns and dimensions of the tables called that a function is given?

The code names some of them. Of others one learns where a library looks for them in vain.
"""

from __future__ import annotations

import re

from swerve.model.behaviour import Behaviour
from swerve.observe.raised import raised_words
from swerve.run.host import Compared
from swerve.run.refusals import has_table

#: What is said to be missing.
_QUOTED = re.compile(r"['\"]([^'\"\n]{1,40})['\"]")
_NAME = re.compile(r"[A-Za-z_][\w %/-]{0,39}")
_OF_DIMENSIONS = re.compile(r"(?i)dim")
_OF_DATES = re.compile(
    r"(?i)datetimelike|datetimeindex|timedeltaindex|\btz-|and (?:timestamp|datetime|date)\b"
)
_OF_NUMBERS = re.compile(
    r"(?i)could not convert|numeric|unsupported operand.*'str'|not support operation|dtype 'str'"
    r"|agg function failed|can only concatenate str|ufunc '\w+' "
)
_OF_MOMENTS = re.compile(r"(?i)unable to parse|unknown datetime|does not match format|isoformat")
_NO_ATTRIBUTE = re.compile(
    r"'(?:DataFrame|Series|DataArray|Dataset)' object has no attribute '(\w+)'"
)
#: What names of dimensions and columns with times are mostly like.
DATED = re.compile(r"(?i)time|date")
_MOST = 12


class Labels:
    """What was looked for in vain."""

    def __init__(self) -> None:
        #: Names of columns, and of dimensions, in the order in which they were missed.
        self.columns: dict[str, None] = {}
        self.dimensions: dict[str, None] = {}
        #: Whether something has to hold times, or must not hold texts.
        self.are_dates = False
        self.are_numbers = False
        #: Whether texts beside them say when something was.
        self.are_moments = False

    @property
    def _all(self) -> tuple[object, ...]:
        flags = self.are_dates, self.are_numbers, self.are_moments
        return len(self.columns), len(self.dimensions), *flags

    def learn(self, each: Compared) -> bool:
        """Take what a call lacked that was refused; whether that is news."""
        if not has_table(each.call):
            return False
        before = self._all
        given = repr(each.call)
        for side in (each.old, each.new):
            self._take(side, given)
        return self._all != before

    def _take(self, side: Behaviour, given: str) -> None:
        raised, text = raised_words(side)
        if not text:
            return
        self.are_dates |= bool(_OF_DATES.search(text))
        self.are_numbers |= bool(_OF_NUMBERS.search(text))
        self.are_moments |= bool(_OF_MOMENTS.search(text))
        if raised in ("AttributeError", "TypeError"):
            found = _NO_ATTRIBUTE.findall(text)
        else:
            found = _QUOTED.findall(text)
            if raised == "KeyError" and not found:
                found = [text.rpartition(": ")[2]]
        known = self.dimensions if _OF_DIMENSIONS.search(text) else self.columns
        for name in found:
            name = name.partition(".")[0]
            is_given = f"'{name}'" in given  # somebody looked for what is there, or was given
            if _NAME.fullmatch(name) and not is_given and len(known) < _MOST:
                known[name] = None
