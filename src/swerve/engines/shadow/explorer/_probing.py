"""Can the two versions part on this path, and at which change?

The probe runs as the old version does. At every change both sides are evaluated where it stands: as
long as they cannot differ, the versions do the same. Where they can, they do from there on, on this
path, and the probe has done its work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from swerve.engines.shadow.explorer._parting import CanFail, Ended, Looking


class Parted(BaseException):
    """The versions part here; whatever the probe would still do is of no interest."""


class Probing:
    """The hook, and what it saw on the path so far."""

    def __init__(self) -> None:
        self._can_fail: CanFail | None = None
        #: The change at which the versions part; None where they do not.
        self.site: int | None = None
        #: Whether something was evaluated that may have effects: nobody knows what comes of that.
        self.is_doubtful = False

    def start(self, can_fail: CanFail) -> None:
        """Begin a path."""
        self._can_fail = can_fail
        self.site = None
        self.is_doubtful = False

    def hook(
        self,
        site: int,
        is_test: bool,
        has_calls: bool = False,
        old: Callable[[], Any] | None = None,
        new: Callable[[], Any] | None = None,
    ) -> Any:
        """Say what the old version goes on with. Raises `Parted` where the versions part."""
        if self._can_fail is None or old is None or new is None:  # not on a path, or out of reach
            self.site = site
            raise Parted
        self.is_doubtful |= has_calls
        sides = _ended(old, is_test=is_test), _ended(new, is_test=is_test)
        looking = Looking(self._can_fail)
        if looking.ends(*sides):
            self.site = site
            raise Parted
        self.is_doubtful |= looking.is_blind
        if sides[0].error is not None:
            raise sides[0].error
        return sides[0].value


def _ended(side: Callable[[], Any], *, is_test: bool) -> Ended:
    try:
        value = side()
        return Ended(bool(value) if is_test else value)
    except Exception as error:
        return Ended(error=error)
