"""Is a page asked for again, and when?"""

from __future__ import annotations

from crawl.http import Request

RETRY_CODES = (408, 429, 500, 502, 503, 504, 522, 524)


def is_worth_a_retry(status: int) -> bool:
    """Whether a server may answer otherwise the next time."""
    if status in RETRY_CODES:
        return True
    return False


def retry_request(
    request: Request, max_retry_times: int = 2, priority_adjust: int = -1
) -> Request | None:
    """The request to send again, or None when it was sent often enough."""
    retries = request.meta.get("retry_times", 0) + 1

    retry_times = max_retry_times

    if "max_retry_times" in request.meta:
        retry_times = request.meta["max_retry_times"]

    if retries <= retry_times:
        again = request.copy()
        again.meta["retry_times"] = retries
        again.dont_filter = True
        again.priority = request.priority + priority_adjust
        return again
    return None


def delay(retries: int) -> int:
    """Seconds to wait before a page is asked for again: 2, 4, 8, ..."""
    return 2**retries
