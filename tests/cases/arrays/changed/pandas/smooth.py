# Windows that are not full yet give NaN, where the mean of what was there was given.
# function: smooth
# shows: smooth(pd.Series([1., 2., 3., 4.]), 3)

import pandas as pd


def smooth(series, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    values = series.astype(float)
    smoothed = []
    for end in range(1, len(values) + 1):
        start = max(0, end - window)
        smoothed.append(values.iloc[start:end].mean())
    return pd.Series(smoothed, index=series.index, name=series.name, dtype=float)
# --- new ---
import pandas as pd


def smooth(series, window):
    if window < 1:
        raise ValueError("window must be at least 1")
    return series.astype(float).rolling(window).mean()
