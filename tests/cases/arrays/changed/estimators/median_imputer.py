# The missing values are filled in the caller's array.
# function: MedianImputer.transform
# shows: (lambda a: (MedianImputer().fit(a).transform(a), a))(np.array([[1.], [np.nan], [3.]]))

import numpy as np


class MedianImputer:
    def __init__(self, fallback=0.0):
        self.fallback = fallback

    def fit(self, X):
        X = np.asarray(X, dtype=float)
        medians = np.full(X.shape[1], self.fallback)
        for j, column in enumerate(X.T):
            known = column[~np.isnan(column)]
            if known.size:
                medians[j] = np.median(known)
        self.medians_ = medians
        return self

    def transform(self, X):
        X = np.asarray(X, dtype=float)
        if X.shape[1] != self.medians_.size:
            raise ValueError("X has another number of columns than in fit")
        return np.where(np.isnan(X), self.medians_, X)
# --- new ---
import numpy as np


class MedianImputer:
    def __init__(self, fallback=0.0):
        self.fallback = fallback

    def fit(self, X):
        X = np.asarray(X, dtype=float)
        medians = np.full(X.shape[1], self.fallback)
        for j, column in enumerate(X.T):
            known = column[~np.isnan(column)]
            if known.size:
                medians[j] = np.median(known)
        self.medians_ = medians
        return self

    def transform(self, X):
        X = np.asarray(X, dtype=float)
        if X.shape[1] != self.medians_.size:
            raise ValueError("X has another number of columns than in fit")
        rows, cols = np.nonzero(np.isnan(X))
        X[rows, cols] = self.medians_[cols]
        return X
