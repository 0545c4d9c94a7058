# np.where puts the median of the column in place of NaN in a new array, as the assignment at the
# missing places of the copy did.
# function: MedianImputer.transform
# calls: MedianImputer().fit([[1.0, 2.0], [3.0, np.nan]]).transform([[np.nan, 5.0], [1.0, np.nan]])
# calls: MedianImputer().fit(np.array([[1, 2]])).transform(np.array([[3, 4]]))
# calls: MedianImputer().fit([[1.0], [2.0]]).transform(np.zeros((0, 1)))
# calls: MedianImputer().fit(np.eye(2)).transform(np.asfortranarray([[np.nan, 1.0], [2.0, 3.0]]))
# calls: MedianImputer().fit(np.eye(2)).transform([1.0, 2.0]); MedianImputer().transform([[1.0]])

import numpy as np


class MedianImputer:
    def __init__(self):
        self.medians_ = None

    def fit(self, X, y=None):
        X = np.asarray(X, dtype=float)
        self.medians_ = np.nanmedian(X, axis=0)
        return self

    def transform(self, X):
        if self.medians_ is None:
            raise RuntimeError("MedianImputer is not fitted")
        X = np.array(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != len(self.medians_):
            raise ValueError("X must have {} columns".format(len(self.medians_)))
        rows, columns = np.where(np.isnan(X))
        X[rows, columns] = self.medians_[columns]
        return X
# --- new ---
import numpy as np


class MedianImputer:
    def __init__(self):
        self.medians_ = None

    def fit(self, X, y=None):
        X = np.asarray(X, dtype=float)
        self.medians_ = np.nanmedian(X, axis=0)
        return self

    def transform(self, X):
        if self.medians_ is None:
            raise RuntimeError("MedianImputer is not fitted")
        n_features = len(self.medians_)
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != n_features:
            raise ValueError(f"X must have {n_features} columns")
        return np.where(np.isnan(X), self.medians_, X)
