# The loop divides by the sample deviation (ddof=1), the vectorised form by the population one.
# function: standardize_columns
# shows: standardize_columns(np.array([[1., 10.], [2., 30.], [6., 20.]]))

import numpy as np


def standardize_columns(X):
    """Center and scale every column of a data matrix.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Observations in rows, at least two of them.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_features)
        Columns with zero mean and unit sample standard deviation.
    """
    X = np.asarray(X, dtype=float)
    n_samples, n_features = X.shape
    Z = np.empty_like(X)
    for j in range(n_features):
        column = X[:, j]
        mean = column.sum() / n_samples
        variance = ((column - mean) ** 2).sum() / (n_samples - 1)
        Z[:, j] = (column - mean) / np.sqrt(variance)
    return Z
# --- new ---
import numpy as np


def standardize_columns(X):
    """Center and scale every column of a data matrix.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Observations in rows, at least two of them.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_features)
        Columns with zero mean and unit sample standard deviation.
    """
    X = np.asarray(X, dtype=float)
    mean = X.mean(axis=0)
    deviation = X.std(axis=0)
    return (X - mean) / deviation
