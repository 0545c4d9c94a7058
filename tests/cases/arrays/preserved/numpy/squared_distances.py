# Indexing with None and reshaping to (n, 1, d) and (1, m, d) insert the same axes, so the
# broadcast difference and its summed squares are the same.
# function: squared_distances
# calls: squared_distances(np.array([[0.0, 1.0], [2.0, 3.0]]), np.array([[1.0, 1.0]]))
# calls: squared_distances(np.arange(6).reshape(3, 2), np.arange(4).reshape(2, 2))
# calls: squared_distances(np.zeros((0, 2)), np.ones((3, 2)))
# calls: squared_distances(np.eye(2), np.eye(2))
# calls: squared_distances(np.array([[np.nan, 1.0]]), np.array([[0.0, 1.0]]))
# calls: squared_distances(np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.ones((4, 3)))
# calls: squared_distances(np.ones((2, 3)), np.ones((2, 2)))

import numpy as np


def squared_distances(A, B):
    """Compute the squared Euclidean distances between two sets of points.

    Parameters
    ----------
    A : ndarray of shape (n_points, n_features)
        First set of points.
    B : ndarray of shape (n_centers, n_features)
        Second set of points.

    Returns
    -------
    distances : ndarray of shape (n_points, n_centers)
    """
    diff = A[:, None, :] - B[None, :, :]
    return (diff ** 2).sum(axis=-1)
# --- new ---
import numpy as np


def squared_distances(A, B):
    """Compute the squared Euclidean distances between two sets of points.

    Parameters
    ----------
    A : ndarray of shape (n_points, n_features)
        First set of points.
    B : ndarray of shape (n_centers, n_features)
        Second set of points.

    Returns
    -------
    distances : ndarray of shape (n_points, n_centers)
    """
    n_points, n_centers = A.shape[0], B.shape[0]
    left = A.reshape(n_points, 1, A.shape[1])
    right = B.reshape(1, n_centers, B.shape[1])
    return np.sum((left - right) ** 2, axis=-1)
