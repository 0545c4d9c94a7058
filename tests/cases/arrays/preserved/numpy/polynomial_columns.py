# np.column_stack and np.stack along axis 1 both put the 1-D powers side by side as columns.
# function: polynomial_columns
# calls: polynomial_columns(np.array([1.0, 2.0, 3.0]), 2); polynomial_columns(np.array([2, 3]), 3)
# calls: polynomial_columns(np.array([]), 2); polynomial_columns(np.array([np.nan, 0.0]), 1)
# calls: polynomial_columns(np.array([5.0]), 0); polynomial_columns(np.array([1.0]), -1)
# calls: polynomial_columns(np.ones((2, 2)), 1)

import numpy as np


def polynomial_columns(x: np.ndarray, degree: int) -> np.ndarray:
    if x.ndim != 1:
        raise ValueError("x must have one axis")
    if degree < 0:
        raise ValueError("degree must not be negative")
    powers = [x ** power for power in range(degree + 1)]
    return np.column_stack(powers)
# --- new ---
import numpy as np


def polynomial_columns(x: np.ndarray, degree: int) -> np.ndarray:
    if x.ndim != 1:
        raise ValueError("x must have one axis")
    if degree < 0:
        raise ValueError("degree must not be negative")
    columns = []
    for power in range(degree + 1):
        columns.append(x ** power)
    return np.stack(columns, axis=1)
