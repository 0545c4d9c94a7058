# A matrix with no rows raises ValueError where NaN was returned for every column.
# function: column_ranges
# shows: column_ranges(np.empty((0, 3)))

import numpy as np


def column_ranges(X):
    """Spread of every column, missing values left out.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Data, possibly with NaN.

    Returns
    -------
    ranges : ndarray of shape (n_features,)
        Maximum minus minimum, NaN where a column has no valid value.
    """
    X = np.asarray(X, dtype=float)
    ranges = np.full(X.shape[1], np.nan)
    for j, column in enumerate(X.T):
        valid = column[~np.isnan(column)]
        if valid.size:
            ranges[j] = valid.max() - valid.min()
    return ranges
# --- new ---
import numpy as np


def column_ranges(X):
    """Spread of every column, missing values left out.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Data, possibly with NaN.

    Returns
    -------
    ranges : ndarray of shape (n_features,)
        Maximum minus minimum, NaN where a column has no valid value.
    """
    X = np.asarray(X, dtype=float)
    upper = np.fmax.reduce(X, axis=0)
    lower = np.fmin.reduce(X, axis=0)
    return upper - lower
