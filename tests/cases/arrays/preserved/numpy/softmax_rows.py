# Keeping the reduced axis and putting it back by np.newaxis are the same broadcast.
# function: softmax_rows
# calls: softmax_rows(np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]))
# calls: softmax_rows(np.array([[1, 5]])); softmax_rows(np.array([[np.nan, 1.0], [2.0, 3.0]]))
# calls: softmax_rows(np.zeros((0, 3))); softmax_rows(np.zeros((2, 0)))
# calls: softmax_rows(np.array([[700.0, -700.0]]), temperature=0.5)
# calls: softmax_rows(np.asfortranarray([[1.0, 2.0], [4.0, 3.0]]))

import numpy as np


def softmax_rows(logits, temperature=1.0):
    """Turn every row of scores into probabilities.

    Parameters
    ----------
    logits : ndarray of shape (n_samples, n_classes)
        Unnormalized scores.
    temperature : float, default 1.0
        Divisor of the scores.

    Returns
    -------
    probabilities : ndarray of shape (n_samples, n_classes)
    """
    scaled = logits / temperature
    shifted = scaled - scaled.max(axis=1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=1, keepdims=True)
# --- new ---
import numpy as np


def softmax_rows(logits, temperature=1.0):
    """Turn every row of scores into probabilities.

    Parameters
    ----------
    logits : ndarray of shape (n_samples, n_classes)
        Unnormalized scores.
    temperature : float, default 1.0
        Divisor of the scores.

    Returns
    -------
    probabilities : ndarray of shape (n_samples, n_classes)
    """
    scaled = logits / temperature
    peaks = np.max(scaled, axis=1)
    weights = np.exp(scaled - peaks[:, np.newaxis])
    totals = np.sum(weights, axis=1)
    return weights / totals[:, np.newaxis]
