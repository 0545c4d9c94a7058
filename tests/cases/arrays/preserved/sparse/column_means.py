# Multiplying by the reciprocal of the number of rows is the division up to rounding.
# function: column_means
# calls: column_means(sparse.csr_matrix([[1.0, 0.0], [2.0, 4.0], [0.5, 0.0]]))
# calls: column_means(sparse.csr_matrix([[1, 0], [3, 5]])); column_means(sparse.csr_matrix((0, 2)))
# calls: column_means(sparse.csr_matrix([[np.nan, 1.0]])); column_means(sparse.csr_matrix((3, 2)))
# calls: column_means(sparse.csr_matrix((3, 0)))

import numpy as np
from scipy import sparse


def column_means(X: sparse.csr_matrix) -> np.ndarray:
    n_rows = X.shape[0]
    if n_rows == 0:
        raise ValueError("cannot take means of a matrix without rows")
    totals = np.asarray(X.sum(axis=0), dtype=float).ravel()
    return totals / n_rows
# --- new ---
import numpy as np
from scipy import sparse


def column_means(X: sparse.csr_matrix) -> np.ndarray:
    n_rows = X.shape[0]
    if n_rows == 0:
        raise ValueError("cannot take means of a matrix without rows")
    totals = np.asarray(X.sum(axis=0), dtype=float).reshape(-1)
    return totals * (1.0 / n_rows)
