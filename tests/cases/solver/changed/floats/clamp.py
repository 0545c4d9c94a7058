# A value that is no number ends at the upper end, not at the lower.
# shows: clamp(float("nan"), 0.0, 1.0)


def clamp(value: float, low: float, high: float) -> float:
    if not low < high:
        raise ValueError("no room between the ends")
    if value < low:
        return low
    if value < high:
        return value
    if value >= high:
        return high
    return low


# --- new ---


def clamp(value: float, low: float, high: float) -> float:
    if not low < high:
        raise ValueError("no room between the ends")
    if value < low:
        return low
    if value < high:
        return value
    return high
