# The dot product of the two shifted parts became a sum of products, the same up to rounding.
# function: autocorrelation
# calls: autocorrelation(np.array([1.0, 2.0, 4.0, 3.0]), 2)
# calls: autocorrelation(np.array([1, 2, 2, 5]), 3); autocorrelation(np.array([3.0, 3.0]), 1)
# calls: autocorrelation(np.array([7.0]), 0); autocorrelation(np.array([1.0, np.nan]), 1)
# calls: autocorrelation(np.array([1.0, 2.0]), 2); autocorrelation(np.array([]), 0)
# calls: autocorrelation(np.array([1.0, -1.0, 4.0]), -1)

import numpy as np


def autocorrelation(series, max_lag):
    """Compute the autocorrelation of a finite series.

    Parameters
    ----------
    series : ndarray of shape (n_times,)
        Finite values.
    max_lag : int
        Largest lag, less than ``n_times``.

    Returns
    -------
    correlation : ndarray of shape (max_lag + 1,)
        All zero for a constant series.
    """
    n_times = series.shape[0]
    if not np.isfinite(series).all():
        raise ValueError("series must be finite")
    if not 0 <= max_lag < n_times:
        raise ValueError(f"max_lag must be in [0, {n_times}), got {max_lag}")
    centered = series.astype(float) - series.mean()
    correlation = np.zeros(max_lag + 1)
    if np.all(centered == 0.0):
        return correlation
    total = np.dot(centered, centered)
    for lag in range(max_lag + 1):
        correlation[lag] = np.dot(centered[:n_times - lag], centered[lag:]) / total
    return correlation
# --- new ---
import numpy as np


def autocorrelation(series, max_lag):
    """Compute the autocorrelation of a finite series.

    Parameters
    ----------
    series : ndarray of shape (n_times,)
        Finite values.
    max_lag : int
        Largest lag, less than ``n_times``.

    Returns
    -------
    correlation : ndarray of shape (max_lag + 1,)
        All zero for a constant series.
    """
    n_times = series.shape[0]
    if not np.isfinite(series).all():
        raise ValueError("series must be finite")
    if not 0 <= max_lag < n_times:
        raise ValueError(f"max_lag must be in [0, {n_times}), got {max_lag}")
    centered = series.astype(float) - series.mean()
    correlation = np.zeros(max_lag + 1)
    if np.all(centered == 0.0):
        return correlation
    total = np.sum(centered * centered)
    for lag in range(max_lag + 1):
        products = centered[:n_times - lag] * centered[lag:]
        correlation[lag] = products.sum() / total
    return correlation
