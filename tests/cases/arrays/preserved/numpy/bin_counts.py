# np.bincount with minlength counts the clipped positions just as the loop over a zero array did.
# function: bin_counts
# calls: bin_counts([0.1, 0.5, 0.9, 0.95], [0.0, 0.5, 1.0]); bin_counts([], [0.0, 1.0])
# calls: bin_counts(np.array([[1, 2], [3, 9]]), [0, 2, 4]); bin_counts([np.nan, -5.0], [0, 1, 2])
# calls: bin_counts([1.0], [0.0]); bin_counts([1.0, 1.0, 1.0], np.array([0.0, 1.0, 1.0, 2.0]))

import numpy as np


def bin_counts(values, edges):
    edges = np.asarray(edges, dtype=float)
    if edges.size < 2:
        raise ValueError("need at least two edges")
    n_bins = edges.size - 1
    values = np.asarray(values, dtype=float).ravel()
    positions = np.searchsorted(edges, values, side="right") - 1
    positions = np.clip(positions, 0, n_bins - 1)
    counts = np.zeros(n_bins, dtype=np.intp)
    for position in positions:
        counts[position] += 1
    return counts
# --- new ---
import numpy as np


def bin_counts(values, edges):
    edges = np.asarray(edges, dtype=float)
    if edges.size < 2:
        raise ValueError("need at least two edges")
    n_bins = edges.size - 1
    values = np.asarray(values, dtype=float).ravel()
    positions = np.searchsorted(edges, values, side="right") - 1
    positions = np.clip(positions, 0, n_bins - 1)
    return np.bincount(positions, minlength=n_bins)
