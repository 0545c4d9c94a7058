# The comprehension takes the mean of the same windows in the same order as the loop did.
# function: moving_average
# calls: moving_average([1.0, 2.0, 4.0, 8.0], 2); moving_average(np.array([1, 2, 3]), 3)
# calls: moving_average([5.0], 1); moving_average([1.0, np.nan, 3.0, 4.0], 2); moving_average([], 1)
# calls: moving_average([1.0, 2.0], 0); moving_average([1.0, 2.0], 5); moving_average((3, 1, 2), 1)

import numpy as np


def moving_average(series, window):
    series = np.asarray(series, dtype=float)
    if not 1 <= window <= len(series):
        raise ValueError("window must be between 1 and {}, got {}".format(len(series), window))
    means = []
    for start in range(len(series) - window + 1):
        part = series[start:start + window]
        means.append(part.mean())
    return np.array(means)
# --- new ---
import numpy as np


def moving_average(series, window):
    series = np.asarray(series, dtype=float)
    n_values = len(series)
    if not 1 <= window <= n_values:
        raise ValueError(f"window must be between 1 and {n_values}, got {window}")
    starts = range(n_values - window + 1)
    return np.array([np.mean(series[start:start + window]) for start in starts])
