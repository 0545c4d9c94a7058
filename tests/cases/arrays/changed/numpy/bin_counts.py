# A value equal to the last edge was counted in the last bin and is now dropped.
# function: bin_counts
# shows: bin_counts(np.array([0., 0.5, 1., 2., 2.]), np.array([0., 1., 2.]))

import numpy as np


def bin_counts(values, edges):
    values = np.asarray(values, dtype=float)
    edges = np.asarray(edges, dtype=float)
    if np.any(np.diff(edges) <= 0):
        raise ValueError("edges must increase")
    n_bins = edges.size - 1
    index = np.searchsorted(edges, values, side="right") - 1
    index[values == edges[-1]] = n_bins - 1
    inside = (index >= 0) & (index < n_bins)
    return np.bincount(index[inside], minlength=n_bins)
# --- new ---
import numpy as np


def bin_counts(values, edges):
    values = np.asarray(values, dtype=float)
    edges = np.asarray(edges, dtype=float)
    if np.any(np.diff(edges) <= 0):
        raise ValueError("edges must increase")
    n_bins = edges.size - 1
    inside = (values >= edges[0]) & (values < edges[-1])
    index = np.digitize(values[inside], edges) - 1
    return np.bincount(index, minlength=n_bins)
