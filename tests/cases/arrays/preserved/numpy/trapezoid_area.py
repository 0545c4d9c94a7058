# The sum of products and the dot product of the finite widths and heights agree up to rounding.
# function: trapezoid_area
# calls: trapezoid_area(np.array([0.0, 1.0, 3.0]), np.array([1.0, 2.0, 0.5]))
# calls: trapezoid_area(np.array([0, 2, 3]), np.array([1, 1, 5]))
# calls: trapezoid_area(np.ones(1), np.ones(1)); trapezoid_area(np.array([]), np.array([]))
# calls: trapezoid_area(np.ones(2), np.ones(3))
# calls: trapezoid_area(np.array([0.0, 1.0]), np.array([np.nan, 1.0]))

import numpy as np


def trapezoid_area(x: np.ndarray, y: np.ndarray) -> float:
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError("x and y must be 1-D and of the same length")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("x and y must be finite")
    x = x.astype(float)
    y = y.astype(float)
    widths = x[1:] - x[:-1]
    heights = 0.5 * (y[1:] + y[:-1])
    return float((widths * heights).sum())
# --- new ---
import numpy as np


def trapezoid_area(x: np.ndarray, y: np.ndarray) -> float:
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError("x and y must be 1-D and of the same length")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("x and y must be finite")
    x = x.astype(float)
    y = y.astype(float)
    widths = np.diff(x)
    heights = 0.5 * (y[1:] + y[:-1])
    return float(np.dot(widths, heights))
