"""How long does GitHub ask to wait before the next question?"""

from __future__ import annotations

from email.message import Message
from email.utils import parsedate_to_datetime

#: What GitHub's documentation asks for when an answer does not say.
_UNSAID_S = 60.0
_SIGNS = ("secondary rate limit", "rate limit exceeded", "abuse detection")


def seconds_to_wait(status: int, headers: Message, message: str, now: float) -> float | None:
    """How long a rate limit asks to wait; `None` when an answer is about something else.

    `now` is in seconds since 1970.
    """
    if status not in (403, 429):
        return None
    after = headers.get("Retry-After", "")
    if after:
        return _retry_after(after, now)
    if headers.get("X-RateLimit-Remaining", "").strip() == "0":
        reset = headers.get("X-RateLimit-Reset", "").strip()
        # A second more: the clocks are not the same.
        return max(float(reset) - now, 0.0) + 1.0 if _is_number(reset) else _UNSAID_S
    if status == 429 or any(sign in message.lower() for sign in _SIGNS):
        return _UNSAID_S
    return None


def _retry_after(text: str, now: float) -> float:
    if _is_number(text.strip()):
        return float(text)
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0)
    except (ValueError, OverflowError, TypeError):
        return _UNSAID_S


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12
