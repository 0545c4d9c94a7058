# np.linalg.norm along axis 1 is the square root of the summed squares, up to rounding.
# function: unit_rows
# calls: unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]])); unit_rows(np.array([[1, 2, 2]]))
# calls: unit_rows(np.array([[np.nan, 1.0], [1.0, 1.0]])); unit_rows(np.zeros((0, 2)))
# calls: unit_rows(np.ones((2, 0))); unit_rows(np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]))

import numpy as np


def unit_rows(X):
    """Scale every row to Euclidean length one.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Input data, left unchanged.

    Returns
    -------
    scaled : ndarray of shape (n_samples, n_features)
        Rows of zeros stay zero.
    """
    X = np.asarray(X, dtype=float)
    lengths = np.sqrt((X * X).sum(axis=1))
    lengths[lengths == 0.0] = 1.0
    return X / lengths[:, None]
# --- new ---
import numpy as np


def unit_rows(X):
    """Scale every row to Euclidean length one.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Input data, left unchanged.

    Returns
    -------
    scaled : ndarray of shape (n_samples, n_features)
        Rows of zeros stay zero.
    """
    X = np.asarray(X, dtype=float)
    lengths = np.linalg.norm(X, axis=1)
    lengths[lengths == 0.0] = 1.0
    return X / lengths.reshape(-1, 1)
