# Repeating the row sums once per stored value divides every value by the same sum as the loop over
# the rows did, and a sum of zero was set to one before.
# function: scale_rows
# calls: scale_rows(sparse.csr_matrix([[1.0, 3.0], [0.0, 0.0]]))
# calls: scale_rows(sparse.csr_matrix([[2, 2]])); scale_rows(sparse.csr_matrix((0, 3)))
# calls: scale_rows(sparse.csr_matrix([[1.0, -1.0], [5.0, 0.0]]))
# calls: scale_rows(sparse.csr_matrix([[np.nan, 1.0]])); scale_rows(sparse.csr_matrix((2, 2)))

import numpy as np
from scipy import sparse


def scale_rows(X):
    """Divide every row by its sum.

    Parameters
    ----------
    X : csr_matrix of shape (n_rows, n_columns)
        Matrix without infinite entries; left unchanged.

    Returns
    -------
    scaled : csr_matrix of shape (n_rows, n_columns)
        Rows with sum zero keep their values.
    """
    if np.isinf(X.data).any():
        raise ValueError("X contains infinity")
    scaled = X.astype(float).tocsr(copy=True)
    sums = np.asarray(scaled.sum(axis=1)).ravel()
    sums[sums == 0.0] = 1.0
    for row in range(scaled.shape[0]):
        start, stop = scaled.indptr[row], scaled.indptr[row + 1]
        scaled.data[start:stop] /= sums[row]
    return scaled


def is_stochastic(X, tol=1e-9):
    """Tell whether all rows of a sparse matrix sum to one."""
    return bool(np.all(np.abs(np.asarray(X.sum(axis=1)) - 1.0) <= tol))
# --- new ---
import numpy as np
from scipy import sparse


def scale_rows(X):
    """Divide every row by its sum.

    Parameters
    ----------
    X : csr_matrix of shape (n_rows, n_columns)
        Matrix without infinite entries; left unchanged.

    Returns
    -------
    scaled : csr_matrix of shape (n_rows, n_columns)
        Rows with sum zero keep their values.
    """
    if np.isinf(X.data).any():
        raise ValueError("X contains infinity")
    scaled = X.astype(float).tocsr(copy=True)
    sums = np.asarray(scaled.sum(axis=1)).ravel()
    sums = np.where(sums == 0.0, 1.0, sums)
    per_value = np.repeat(sums, np.diff(scaled.indptr))
    scaled.data[:scaled.nnz] /= per_value
    return scaled


def is_stochastic(X, tol=1e-9):
    """Tell whether all rows of a sparse matrix sum to one."""
    return bool(np.all(np.abs(np.asarray(X.sum(axis=1)) - 1.0) <= tol))
