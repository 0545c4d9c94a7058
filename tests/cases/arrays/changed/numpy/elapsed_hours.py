# The hours are whole numbers, the fraction cut off, and the dtype is int64.
# function: elapsed_hours
# shows: elapsed_hours(np.array(['2024-01-01T00:00', '2024-01-01T01:30'], dtype='datetime64[m]'))

import numpy as np


def elapsed_hours(times, start=None):
    times = np.asarray(times, dtype="datetime64[s]")
    if start is None:
        start = times[0]
    delta = times - np.datetime64(start, "s")
    return delta / np.timedelta64(1, "h")
# --- new ---
import numpy as np


def elapsed_hours(times, start=None):
    times = np.asarray(times, dtype="datetime64[s]")
    if start is None:
        start = times[0]
    delta = times - np.datetime64(start, "s")
    return delta.astype("timedelta64[h]").astype(np.int64)
