"""What is different between what the two sides did?"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from swerve.model import DifferenceKind

from ._outcome import SOME_ERROR, Outcome, Raised, outcome_from_text, printed_error
from ._question import Shown
from ._script import Handler

#: What a call gives, leaves or hands on: where one value of two looks like an error, it was not
#: raised.
VALUES = (
    DifferenceKind.RETURN,
    DifferenceKind.ARGUMENT,
    DifferenceKind.DEFAULT,
    DifferenceKind.CALLS,
    DifferenceKind.EFFECT,
)


class Sort(Enum):
    """The sort of a difference, from a user's point of view."""

    #: Nothing that the two sides wrote differs.
    NOTHING = "nothing"
    #: Only the new side raises.
    ERROR_APPEARS = "error appears"
    #: Only the old side raises.
    ERROR_GONE = "error gone"
    #: Both raise, errors of one type, with other words.
    OTHER_MESSAGE = "other message"
    #: Both raise, errors of different types.
    OTHER_ERROR = "other error"
    #: Only warnings differ.
    WARNING = "warning"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Difference:
    """What the two sides do not have in common."""

    sort: Sort
    old: Outcome
    new: Outcome
    #: Lines that only one side wrote.
    old_lines: tuple[str, ...]
    new_lines: tuple[str, ...]
    old_error: Raised | None = None
    new_error: Raised | None = None

    @property
    def old_text(self) -> str:
        """All that only the old side said."""
        return _text(self.old_lines, self.old_error)

    @property
    def new_text(self) -> str:
        """All that only the new side said."""
        return _text(self.new_lines, self.new_error)


def difference_shown(shown: Shown, handlers: Sequence[Handler] = ()) -> Difference:
    """Say what differs in what a judge is shown."""
    is_value = bool(shown.function) and shown.kind in VALUES
    return difference_between(shown.old, shown.new, handlers, is_printed=not is_value)


def difference_between(
    old_text: str, new_text: str, handlers: Sequence[Handler] = (), *, is_printed: bool = True
) -> Difference:
    """Say what differs between what two sides wrote, given how errors are printed."""
    old, new = outcome_from_text(old_text), outcome_from_text(new_text)
    old_lines, new_lines = _only_on_one_side(old.lines, new.lines)
    old_error, new_error = _told(old_lines, new_lines, handlers)
    if not (is_printed or (old_error and new_error)):
        old_error = new_error = None
    if not (old.raised and new.raised and (old_lines or new_lines)):
        # Where both end in an error, what they wrote before is what differs.
        old_error, new_error = old.raised or old_error, new.raised or new_error
    sort = _sort(old, new, old_error, new_error, bool(old_lines or new_lines))
    return Difference(sort, old, new, old_lines, new_lines, old_error, new_error)


def _sort(
    old: Outcome, new: Outcome, old_error: Raised | None, new_error: Raised | None, lines: bool
) -> Sort:
    if old_error and new_error:
        if old_error == new_error and not lines:
            return Sort.WARNING if old.warnings != new.warnings else Sort.NOTHING
        types = {old_error.type_name, new_error.type_name}
        return Sort.OTHER_MESSAGE if len(types - {SOME_ERROR}) <= 1 else Sort.OTHER_ERROR
    if new_error:
        return Sort.ERROR_APPEARS
    if old_error:
        return Sort.ERROR_GONE
    if lines:
        return Sort.VALUE
    return Sort.WARNING if old.warnings != new.warnings else Sort.NOTHING


def _told(
    old: Sequence[str], new: Sequence[str], handlers: Sequence[Handler]
) -> tuple[Raised | None, Raised | None]:
    """The errors that lines tell of."""
    worded = [each for each in handlers if not each.is_bare]
    found = _printed(old, worded), _printed(new, worded)
    if any(found):
        return found
    # A lone sentence may be a result; where both sides end in one, errors are compared.
    found = _printed(old, handlers), _printed(new, handlers)
    return found if all(found) else (None, None)


def _printed(lines: Sequence[str], handlers: Sequence[Handler]) -> Raised | None:
    errors = (printed_error(line, handlers) for line in lines)
    return next((error for error in errors if error is not None), None)


def _only_on_one_side(
    old: tuple[str, ...], new: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    old_only: list[str] = []
    new_only: list[str] = []
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            old_only += old[old_start:old_end]
            new_only += new[new_start:new_end]
    return tuple(old_only), tuple(new_only)


def _text(lines: tuple[str, ...], error: Raised | None) -> str:
    told = [*lines]
    if error is not None:
        told.append(f"{error.type_name}: {error.message}")
    return "\n".join(told)
