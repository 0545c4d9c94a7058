# Equal scores come out last index first instead of first index first.
# function: top_k
# shows: top_k(np.array([3., 7., 7., 1.]), 2)
# shows: top_k(np.array([1, 1, 1]), 1)

import numpy as np


def top_k(scores: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Indices and values of the k largest scores, largest first."""
    scores = np.asarray(scores)
    if k < 0:
        raise ValueError("k must not be negative")
    order = np.argsort(-scores, kind="stable")[:k]
    return order, scores[order]
# --- new ---
import numpy as np


def top_k(scores: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Indices and values of the k largest scores, largest first."""
    scores = np.asarray(scores)
    if k < 0:
        raise ValueError("k must not be negative")
    order = np.argsort(scores, kind="stable")[::-1][:k]
    return order, scores[order]
