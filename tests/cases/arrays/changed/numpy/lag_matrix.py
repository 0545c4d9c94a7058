# The lagged columns wrap around at the start instead of being padded with NaN.
# function: lag_matrix
# shows: lag_matrix(np.array([1., 2., 3., 4.]), 2)

import numpy as np


def lag_matrix(y, n_lags):
    """Design matrix of lagged copies of a series.

    Parameters
    ----------
    y : array-like of shape (n_times,)
        Series in order of time.
    n_lags : int
        Number of lags.

    Returns
    -------
    L : ndarray of shape (n_times, n_lags)
        Column ``k`` holds ``y`` delayed by ``k + 1`` steps.
    """
    y = np.asarray(y, dtype=float)
    L = np.full((y.size, n_lags), np.nan)
    for lag in range(1, n_lags + 1):
        L[lag:, lag - 1] = y[:-lag]
    return L
# --- new ---
import numpy as np


def lag_matrix(y, n_lags):
    """Design matrix of lagged copies of a series.

    Parameters
    ----------
    y : array-like of shape (n_times,)
        Series in order of time.
    n_lags : int
        Number of lags.

    Returns
    -------
    L : ndarray of shape (n_times, n_lags)
        Column ``k`` holds ``y`` delayed by ``k + 1`` steps.
    """
    y = np.asarray(y, dtype=float)
    L = np.empty((y.size, n_lags))
    for lag in range(1, n_lags + 1):
        L[:, lag - 1] = np.roll(y, lag)
    return L
