# Taking mean and std as functions instead of methods and setting the zero scales by np.where
# instead of by assignment on the fresh std array gives the same numbers.
# function: standardize_columns
# calls: standardize_columns(np.array([[1.0, 2.0], [3.0, 2.0], [5.0, 2.0]]))
# calls: standardize_columns(np.array([[1, 4], [2, 9]]), ddof=1); standardize_columns(np.eye(3))
# calls: standardize_columns(np.array([[1.0, np.nan], [2.0, 3.0]]))
# calls: standardize_columns(np.ones((1, 2)))
# calls: standardize_columns(np.asfortranarray([[1.0, 2.0], [4.0, 7.0]]))
# calls: standardize_columns(np.ones((3, 0))); standardize_columns(np.zeros((0, 2)))

import numpy as np


def standardize_columns(X, ddof=0):
    """Center every column and scale it to unit standard deviation.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Input data.
    ddof : int, default 0
        Delta degrees of freedom of the standard deviation.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_features)
        Scaled data; constant columns become zero.
    """
    mean = X.mean(axis=0)
    scale = X.std(axis=0, ddof=ddof)
    scale[scale == 0.0] = 1.0
    return (X - mean) / scale
# --- new ---
import numpy as np


def standardize_columns(X, ddof=0):
    """Center every column and scale it to unit standard deviation.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Input data.
    ddof : int, default 0
        Delta degrees of freedom of the standard deviation.

    Returns
    -------
    Z : ndarray of shape (n_samples, n_features)
        Scaled data; constant columns become zero.
    """
    center = np.mean(X, axis=0)
    spread = np.std(X, axis=0, ddof=ddof)
    spread = np.where(spread == 0.0, 1.0, spread)
    return (X - center) / spread
