# np.hstack of 2-D arrays is np.concatenate along the second axis, and the error text is only
# put together by an f-string instead of by format.
# function: add_intercept
# calls: add_intercept([[1, 2], [3, 4]]); add_intercept(np.array([[0.5], [np.nan]]))
# calls: add_intercept(np.zeros((0, 3))); add_intercept(np.ones(3)); add_intercept(np.array([[7]]))
# calls: add_intercept(np.asfortranarray([[1.0, 2.0], [3.0, 4.0]])); add_intercept(np.ones((2, 0)))

import numpy as np


def add_intercept(X):
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError("expected a 2-D array, got {} axes".format(X.ndim))
    ones = np.ones((X.shape[0], 1), dtype=X.dtype)
    return np.hstack([ones, X])
# --- new ---
import numpy as np


def add_intercept(X):
    X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(f"expected a 2-D array, got {X.ndim} axes")
    n_rows = len(X)
    intercept = np.ones((n_rows, 1), dtype=X.dtype)
    return np.concatenate((intercept, X), axis=1)
