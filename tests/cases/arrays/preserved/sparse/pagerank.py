# Returning from the loop at convergence gives the same last vector as leaving it by break, and the
# transposed matrix is made once.
# function: pagerank
# calls: pagerank(sparse.csr_matrix([[0.0, 1.0], [0.5, 0.5]])); pagerank(sparse.csr_matrix([[1.0]]))
# calls: pagerank(sparse.csr_matrix([[0, 1], [1, 0]]), damping=0.5, max_iter=3)
# calls: pagerank(sparse.csr_matrix((2, 2)), max_iter=0); pagerank(sparse.csr_matrix((0, 0)))
# calls: pagerank(sparse.csr_matrix([[np.nan, 1.0], [1.0, 0.0]]), max_iter=2)
# calls: pagerank(np.array([[0.2, 0.8], [0.6, 0.4]]), tol=0.0, max_iter=20)

import numpy as np


def pagerank(transition, damping=0.85, max_iter=100, tol=1e-9):
    n_nodes = transition.shape[0]
    rank = np.full(n_nodes, 1.0 / n_nodes)
    for _ in range(max_iter):
        updated = damping * (transition.T @ rank) + (1.0 - damping) / n_nodes
        change = np.abs(updated - rank).sum()
        rank = updated
        if change < tol:
            break
    return rank
# --- new ---
import numpy as np


def pagerank(transition, damping=0.85, max_iter=100, tol=1e-9):
    n_nodes = transition.shape[0]
    incoming = transition.T
    teleport = (1.0 - damping) / n_nodes
    rank = np.full(n_nodes, 1.0 / n_nodes)
    for _ in range(max_iter):
        previous = rank
        rank = damping * (incoming @ previous) + teleport
        if np.abs(rank - previous).sum() < tol:
            return rank
    return rank
