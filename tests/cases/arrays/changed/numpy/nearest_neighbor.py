# The diagonal is excluded also when a second set of points is given.
# function: nearest_neighbor
# shows: nearest_neighbor(np.array([[0., 0.], [5., 5.]]), np.array([[0., 1.], [5., 9.]]))

import numpy as np


def nearest_neighbor(X, Y=None):
    """Index of the nearest point for each row of X.

    Parameters
    ----------
    X : ndarray of shape (n_queries, n_dims)
        Query points.
    Y : ndarray of shape (n_points, n_dims), optional
        Points to search. By default the other rows of `X`.

    Returns
    -------
    index : ndarray of int of shape (n_queries,)
    """
    same = Y is None
    if same:
        Y = X
    difference = X[:, np.newaxis, :] - Y[np.newaxis, :, :]
    sq_dist = np.einsum("ijk,ijk->ij", difference, difference)
    if same:
        np.fill_diagonal(sq_dist, np.inf)
    return sq_dist.argmin(axis=1)
# --- new ---
import numpy as np


def nearest_neighbor(X, Y=None):
    """Index of the nearest point for each row of X.

    Parameters
    ----------
    X : ndarray of shape (n_queries, n_dims)
        Query points.
    Y : ndarray of shape (n_points, n_dims), optional
        Points to search. By default the other rows of `X`.

    Returns
    -------
    index : ndarray of int of shape (n_queries,)
    """
    if Y is None:
        Y = X
    difference = X[:, np.newaxis, :] - Y[np.newaxis, :, :]
    sq_dist = np.einsum("ijk,ijk->ij", difference, difference)
    np.fill_diagonal(sq_dist, np.inf)
    return sq_dist.argmin(axis=1)
