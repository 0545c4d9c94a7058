# np.flip along axis 0 and the slice with step -1 turn the same stable order around.
# function: top_k_indices
# calls: top_k_indices(np.array([0.3, 0.9, 0.1]), 2); top_k_indices(np.array([1, 1, 1]), 2)
# calls: top_k_indices(np.array([]), 3); top_k_indices(np.array([np.nan, 2.0, 5.0]), 1)
# calls: top_k_indices(np.array([4.0, 2.0]), 0); top_k_indices(np.array([4.0]), 7)
# calls: top_k_indices(np.array([1.0]), -1)

import numpy as np


def top_k_indices(scores: np.ndarray, k: int) -> np.ndarray:
    if k < 0:
        raise ValueError("k must not be negative")
    order = scores.argsort(kind="stable")
    return order[::-1][:k]


def top_k_scores(scores: np.ndarray, k: int) -> np.ndarray:
    return scores[top_k_indices(scores, k)]
# --- new ---
import numpy as np


def top_k_indices(scores: np.ndarray, k: int) -> np.ndarray:
    if k < 0:
        raise ValueError("k must not be negative")
    descending = np.flip(np.argsort(scores, kind="stable"), axis=0)
    return descending[:k]


def top_k_scores(scores: np.ndarray, k: int) -> np.ndarray:
    return scores[top_k_indices(scores, k)]
