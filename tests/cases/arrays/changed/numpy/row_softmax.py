# The shift is the maximum of the whole array, so a row far below it underflows to 0 / 0.
# function: row_softmax
# shows: row_softmax(np.array([[1000., 1001.], [0., 1.]]))

import numpy as np


def row_softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Turn each row of logits into probabilities without overflowing."""
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    scaled = np.atleast_2d(logits) / temperature
    shifted = scaled - scaled.max(axis=1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=1, keepdims=True)
# --- new ---
import numpy as np


def row_softmax(logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """Turn each row of logits into probabilities without overflowing."""
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    scaled = np.atleast_2d(logits) / temperature
    weights = np.exp(scaled - np.max(scaled))
    totals = weights.sum(axis=1)
    return weights / totals[:, np.newaxis]
