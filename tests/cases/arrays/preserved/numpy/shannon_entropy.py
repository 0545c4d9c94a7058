# The else branch after the return became the straight path, and the sum is taken as a function.
# function: shannon_entropy
# calls: shannon_entropy(np.array([5, 5])); shannon_entropy(np.array([1.0, 0.0, 3.0]), base=np.e)
# calls: shannon_entropy(np.array([])); shannon_entropy(np.zeros(3)); shannon_entropy(np.array([7]))
# calls: shannon_entropy(np.array([np.nan, 1.0])); shannon_entropy(np.array([2, 2, 2, 2]), 4)

import numpy as np


def shannon_entropy(counts, base=2.0):
    """Compute the entropy of a distribution given by counts.

    Parameters
    ----------
    counts : ndarray of shape (n_categories,)
        Non-negative counts; categories without counts are ignored.
    base : float, default 2.0
        Base of the logarithm.

    Returns
    -------
    entropy : float
    """
    counts = np.asarray(counts, dtype=float)
    total = counts.sum()
    if total == 0.0:
        return 0.0
    else:
        probabilities = counts[counts > 0.0] / total
        entropy = -(probabilities * np.log(probabilities)).sum()
        return float(entropy / np.log(base))
# --- new ---
import numpy as np


def shannon_entropy(counts, base=2.0):
    """Compute the entropy of a distribution given by counts.

    Parameters
    ----------
    counts : ndarray of shape (n_categories,)
        Non-negative counts; categories without counts are ignored.
    base : float, default 2.0
        Base of the logarithm.

    Returns
    -------
    entropy : float
    """
    counts = np.asarray(counts, dtype=float)
    total = np.sum(counts)
    if total == 0.0:
        return 0.0
    positive = counts[counts > 0.0]
    probabilities = positive / total
    entropy = -np.sum(probabilities * np.log(probabilities))
    return float(entropy / np.log(base))
