# Building the csr matrix from the triplets directly and converting a coo matrix of them both sum
# repeated edges and sort the columns.
# function: adjacency_from_edges
# calls: adjacency_from_edges([(0, 1), (1, 2)], 3); adjacency_from_edges([(0, 1), (0, 1)], 2)
# calls: adjacency_from_edges([], 2)
# calls: adjacency_from_edges(np.array([[2, 0], [0, 2]]), 3, [0.5, 2.0])
# calls: adjacency_from_edges([(0, 5)], 3); adjacency_from_edges([(0, 1)], 2, weights=[np.nan])
# calls: adjacency_from_edges([(1, 0)], 2, weights=[3])
# calls: adjacency_from_edges([(0, 1)], 2, [1.0, 2.0])

import numpy as np
from scipy import sparse


def adjacency_from_edges(edges, n_nodes, weights=None):
    edges = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    if weights is None:
        weights = np.ones(edges.shape[0])
    weights = np.asarray(weights, dtype=float)
    sources, targets = edges[:, 0], edges[:, 1]
    return sparse.csr_matrix((weights, (sources, targets)), shape=(n_nodes, n_nodes))
# --- new ---
import numpy as np
from scipy import sparse


def adjacency_from_edges(edges, n_nodes, weights=None):
    edges = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    if weights is None:
        weights = np.full(len(edges), 1.0)
    weights = np.asarray(weights, dtype=float)
    sources, targets = edges.T
    shape = (n_nodes, n_nodes)
    return sparse.coo_matrix((weights, (sources, targets)), shape=shape).tocsr()
