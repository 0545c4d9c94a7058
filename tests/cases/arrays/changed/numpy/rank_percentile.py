# Ties with the score count in full instead of by half.
# function: rank_percentile
# shows: rank_percentile(np.array([1, 2, 2, 3]), 2)

import numpy as np


def rank_percentile(sample, score):
    """Percentile rank of a score relative to a sample.

    Parameters
    ----------
    sample : array-like of shape (n_samples,)
        Values to compare with.
    score : float
        Score to rank.

    Returns
    -------
    rank : float
        From 0 to 100, NaN for an empty sample.
    """
    sample = np.sort(np.asarray(sample, dtype=float))
    if sample.size == 0:
        return np.nan
    below = np.searchsorted(sample, score, side="left")
    up_to = np.searchsorted(sample, score, side="right")
    return 50.0 * (below + up_to) / sample.size
# --- new ---
import numpy as np


def rank_percentile(sample, score):
    """Percentile rank of a score relative to a sample.

    Parameters
    ----------
    sample : array-like of shape (n_samples,)
        Values to compare with.
    score : float
        Score to rank.

    Returns
    -------
    rank : float
        From 0 to 100, NaN for an empty sample.
    """
    sample = np.asarray(sample, dtype=float)
    if sample.size == 0:
        return np.nan
    return 100.0 * np.count_nonzero(sample <= score) / sample.size
