# Links that are given in both directions are added up instead of the larger one being kept.
# function: symmetrize
# shows: symmetrize(sparse.csr_array(np.array([[0., 2.], [3., 0.]]))).toarray()

import numpy as np
from scipy import sparse


def symmetrize(adjacency: sparse.csr_array) -> sparse.csr_array:
    """Make a directed graph undirected."""
    n_rows, n_cols = adjacency.shape
    if n_rows != n_cols:
        raise ValueError("the adjacency matrix must be square")
    transposed = adjacency.T.tocsr()
    return sparse.csr_array(adjacency.maximum(transposed))
# --- new ---
import numpy as np
from scipy import sparse


def symmetrize(adjacency: sparse.csr_array) -> sparse.csr_array:
    """Make a directed graph undirected."""
    n_rows, n_cols = adjacency.shape
    if n_rows != n_cols:
        raise ValueError("the adjacency matrix must be square")
    loops = sparse.diags_array(adjacency.diagonal())
    return sparse.csr_array(adjacency + adjacency.T - loops)
