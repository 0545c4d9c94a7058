# The plain case returns early instead of in an else branch, and np.where picks the same zeros as
# the assignment on the fresh array.
# function: graph_laplacian
# calls: graph_laplacian(sparse.csr_matrix([[0.0, 1.0], [1.0, 0.0]]))
# calls: graph_laplacian(sparse.csr_matrix([[0, 2], [2, 0]]), normed=True)
# calls: graph_laplacian(sparse.csr_matrix((3, 3)), True)
# calls: graph_laplacian(sparse.csr_matrix((3, 3)))
# calls: graph_laplacian(sparse.csr_matrix([[np.nan, 1.0], [1.0, 0.0]]), normed=True)
# calls: graph_laplacian(sparse.csr_matrix([[5.0]]))
# calls: graph_laplacian(sparse.csr_matrix([[1.0, 2.0]]))

import numpy as np
from scipy import sparse


def graph_laplacian(
    adjacency: sparse.csr_matrix, normed: bool = False
) -> sparse.csr_matrix:
    n_nodes = adjacency.shape[0]
    if adjacency.shape[1] != n_nodes:
        raise ValueError("adjacency must be square, got {}".format(adjacency.shape))
    degrees = np.asarray(adjacency.sum(axis=1), dtype=float).ravel()
    if normed:
        with np.errstate(divide="ignore"):
            inverse_root = 1.0 / np.sqrt(degrees)
        inverse_root[np.isinf(inverse_root)] = 0.0
        scaling = sparse.diags(inverse_root)
        identity = sparse.identity(n_nodes)
        laplacian = identity - scaling @ adjacency @ scaling
    else:
        laplacian = sparse.diags(degrees) - adjacency
    return sparse.csr_matrix(laplacian)
# --- new ---
import numpy as np
from scipy import sparse


def graph_laplacian(
    adjacency: sparse.csr_matrix, normed: bool = False
) -> sparse.csr_matrix:
    n_nodes = adjacency.shape[0]
    if adjacency.shape[1] != n_nodes:
        raise ValueError(f"adjacency must be square, got {adjacency.shape}")
    degrees = np.asarray(adjacency.sum(axis=1), dtype=float).ravel()
    if not normed:
        return sparse.csr_matrix(sparse.diags(degrees) - adjacency)
    with np.errstate(divide="ignore"):
        inverse_root = 1.0 / np.sqrt(degrees)
    inverse_root = np.where(np.isinf(inverse_root), 0.0, inverse_root)
    scaling = sparse.diags(inverse_root)
    normalized = scaling @ adjacency @ scaling
    return sparse.csr_matrix(sparse.identity(n_nodes) - normalized)
