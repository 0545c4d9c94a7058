# A row of zeros becomes NaN with a warning instead of staying zero.
# function: unit_rows
# shows: unit_rows(np.array([[3., 4.], [0., 0.]]))

import numpy as np


def unit_rows(X: np.ndarray, order: int = 2) -> np.ndarray:
    """Scale the rows of a matrix to unit norm."""
    X = np.asarray(X, dtype=np.float64)
    norms = np.linalg.norm(X, ord=order, axis=1, keepdims=True)
    norms[norms == 0] = 1.0
    return X / norms
# --- new ---
import numpy as np


def unit_rows(X: np.ndarray, order: int = 2) -> np.ndarray:
    """Scale the rows of a matrix to unit norm."""
    X = np.asarray(X, dtype=np.float64)
    norms = np.linalg.norm(X, ord=order, axis=1)
    return X / norms[:, np.newaxis]
