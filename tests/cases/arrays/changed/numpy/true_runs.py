# The end of a run is its last index instead of one past it.
# function: true_runs
# shows: true_runs(np.array([False, True, True, False, True]))

import numpy as np


def true_runs(mask, min_length=1):
    """Find the runs of true values.

    Parameters
    ----------
    mask : array-like of bool of shape (n_samples,)
        Flags in order.
    min_length : int
        Shorter runs are left out.

    Returns
    -------
    bounds : ndarray of int of shape (n_runs, 2)
        Bounds of the runs.
    """
    mask = np.asarray(mask, dtype=bool)
    padded = np.concatenate(([False], mask, [False])).astype(np.int8)
    steps = np.diff(padded)
    starts = np.flatnonzero(steps == 1)
    stops = np.flatnonzero(steps == -1)
    keep = stops - starts >= min_length
    return np.column_stack((starts[keep], stops[keep]))
# --- new ---
import numpy as np


def true_runs(mask, min_length=1):
    """Find the runs of true values.

    Parameters
    ----------
    mask : array-like of bool of shape (n_samples,)
        Flags in order.
    min_length : int
        Shorter runs are left out.

    Returns
    -------
    bounds : ndarray of int of shape (n_runs, 2)
        Bounds of the runs.
    """
    positions = np.flatnonzero(np.asarray(mask, dtype=bool))
    breaks = np.flatnonzero(np.diff(positions) > 1) + 1
    runs = [
        (group[0], group[-1])
        for group in np.split(positions, breaks)
        if group.size and group[-1] - group[0] + 1 >= min_length
    ]
    return np.array(runs, dtype=np.intp).reshape(-1, 2)
