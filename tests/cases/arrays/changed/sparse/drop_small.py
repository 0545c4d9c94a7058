# Small entries are set to zero but stay stored.
# function: drop_small
# shows: drop_small(sparse.csr_matrix([[0.1, 2.], [3., -0.2]]), 0.5).nnz

import numpy as np
from scipy import sparse


def drop_small(X, threshold):
    X = sparse.csr_matrix(X, copy=True)
    X.sum_duplicates()
    keep = np.abs(X.data) >= threshold
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    entries = (X.data[keep], (rows[keep], X.indices[keep]))
    return sparse.csr_matrix(entries, shape=X.shape)
# --- new ---
import numpy as np
from scipy import sparse


def drop_small(X, threshold):
    X = sparse.csr_matrix(X, copy=True)
    X.sum_duplicates()
    X.data[np.abs(X.data) < threshold] = 0
    return X
