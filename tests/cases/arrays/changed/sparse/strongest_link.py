# Repeated entries of a COO matrix are compared one by one instead of being summed first.
# function: strongest_link
# shows: strongest_link(sparse.coo_matrix(([2., 2., 3.], ([0, 0, 1], [1, 1, 0])), shape=(2, 2)))

import numpy as np
from scipy import sparse


def strongest_link(graph):
    links = graph.tocsr().tocoo()
    if links.nnz == 0:
        return None
    best = int(np.argmax(links.data))
    return int(links.row[best]), int(links.col[best]), float(links.data[best])
# --- new ---
import numpy as np
from scipy import sparse


def strongest_link(graph):
    links = graph.tocoo()
    if links.nnz == 0:
        return None
    best = int(links.data.argmax())
    source, target = links.row[best], links.col[best]
    return int(source), int(target), float(links.data[best])
