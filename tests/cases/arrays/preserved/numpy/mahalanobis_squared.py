# The einsum over two indices and the matrix product followed by a row sum are the same quadratic
# form up to rounding, and only finite floats get there.
# function: mahalanobis_squared
# calls: mahalanobis_squared(np.array([[1.0, 2.0], [0.0, 1.0]]), np.ones(2), np.eye(2))
# calls: mahalanobis_squared(np.array([[1, 4]]), np.zeros(2), np.array([[2, 1], [1, 3]]))
# calls: mahalanobis_squared(np.zeros((0, 2)), np.zeros(2), np.eye(2))
# calls: mahalanobis_squared(np.array([[np.nan, 1.0]]), np.zeros(2), np.eye(2))
# calls: mahalanobis_squared(np.asfortranarray([[1.5, 2.0], [3.0, 0.5]]), np.ones(2), np.eye(2))

import numpy as np


def _require_finite(*arrays: np.ndarray) -> None:
    for array in arrays:
        if not np.isfinite(array).all():
            raise ValueError("arrays must be finite")


def mahalanobis_squared(
    X: np.ndarray, mean: np.ndarray, precision: np.ndarray
) -> np.ndarray:
    _require_finite(X, mean, precision)
    diff = X.astype(float) - mean
    precision = precision.astype(float)
    return np.einsum("ij,jk,ik->i", diff, precision, diff)
# --- new ---
import numpy as np


def _require_finite(*arrays: np.ndarray) -> None:
    for array in arrays:
        if not np.isfinite(array).all():
            raise ValueError("arrays must be finite")


def mahalanobis_squared(
    X: np.ndarray, mean: np.ndarray, precision: np.ndarray
) -> np.ndarray:
    _require_finite(X, mean, precision)
    diff = X.astype(float) - mean
    precision = precision.astype(float)
    return np.sum(np.dot(diff, precision) * diff, axis=1)
