# The sums are divided by the number of stored entries of a column, not by the number of rows.
# function: column_means
# shows: column_means(sparse.csc_matrix([[1., 0.], [3., 4.]]))

import numpy as np
from scipy import sparse


def column_means(X: sparse.spmatrix) -> np.ndarray:
    """Means of the columns of a sparse matrix as a flat array."""
    n_rows, n_cols = X.shape
    if n_rows == 0:
        return np.full(n_cols, np.nan)
    sums = np.asarray(X.sum(axis=0)).ravel()
    return sums / n_rows
# --- new ---
import numpy as np
from scipy import sparse


def column_means(X: sparse.spmatrix) -> np.ndarray:
    """Means of the columns of a sparse matrix as a flat array."""
    X = X.tocsc()
    if X.shape[0] == 0:
        return np.full(X.shape[1], np.nan)
    sums = np.asarray(X.sum(axis=0)).ravel()
    counts = np.maximum(X.getnnz(axis=0), 1)
    return sums / counts
