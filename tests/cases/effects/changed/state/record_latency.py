# The history is no longer cut to its last entries and grows without end.
# function: record_latencies
# shows: record_latencies("/home", [0.1, 0.2, 0.3, 0.4])
# effect: state HISTORY

from collections import defaultdict

KEEP = 3
HISTORY: dict[str, list[float]] = defaultdict(list)


def record_latencies(route: str, seconds: list[float]) -> float:
    """Remember how long requests took; return the longest of the last ones."""
    entries = HISTORY[route]
    for each in seconds:
        entries.append(each)
        if len(entries) > KEEP:
            del entries[0]
    return max(entries, default=0.0)
# --- new ---
from collections import defaultdict

KEEP = 3
HISTORY: dict[str, list[float]] = defaultdict(list)


def record_latencies(route: str, seconds: list[float]) -> float:
    """Remember how long requests took; return the longest of the last ones."""
    HISTORY[route].extend(seconds)
    return max(HISTORY[route][-KEEP:], default=0.0)
