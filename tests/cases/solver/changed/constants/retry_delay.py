# One more status code, 509, is worth a retry.
# shows: retry_delay(509, 2)


def retry_delay(status: int, attempt: int) -> int:
    """Seconds to wait before the next attempt; 0 when a retry is pointless."""
    if attempt >= 5:
        return 0
    if status in (429, 503):
        return 30 * (attempt + 1)
    if status in (500, 502, 504):
        return 2 * (attempt + 1)
    return 0


# --- new ---


def retry_delay(status: int, attempt: int) -> int:
    """Seconds to wait before the next attempt; 0 when a retry is pointless."""
    if attempt >= 5:
        return 0
    if status in (429, 503):
        return 30 * (attempt + 1)
    if status in (500, 502, 504, 509):
        return 2 * (attempt + 1)
    return 0
