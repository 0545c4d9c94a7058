"""What ends a call whose time is up?"""

from __future__ import annotations


class Deadline(BaseException):
    """Raised by the timer in the middle of anything. Code of the worker lets it pass."""
