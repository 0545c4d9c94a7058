# A second fit goes on from the sums of the first instead of starting afresh.
# function: RunningMoments.fit
# shows: RunningMoments().fit(np.array([[1.], [3.]])).fit(np.array([[9.]])).mean_

import numpy as np


class RunningMoments:
    """Mean and variance of columns, in one or several passes."""

    def __init__(self, ddof=0):
        self.ddof = ddof

    def fit(self, X):
        """Moments of one data matrix of shape (n_samples, n_features)."""
        for name in ("count_", "sum_", "sum_sq_"):
            if hasattr(self, name):
                delattr(self, name)
        return self.partial_fit(X)

    def partial_fit(self, X):
        X = np.asarray(X, dtype=float)
        if not hasattr(self, "count_"):
            self.count_ = 0
            self.sum_ = np.zeros(X.shape[1])
            self.sum_sq_ = np.zeros(X.shape[1])
        self.count_ += X.shape[0]
        self.sum_ += X.sum(axis=0)
        self.sum_sq_ += (X ** 2).sum(axis=0)
        self.mean_ = self.sum_ / self.count_
        self.var_ = (self.sum_sq_ - self.sum_ * self.mean_) / max(self.count_ - self.ddof, 1)
        return self
# --- new ---
import numpy as np


class RunningMoments:
    """Mean and variance of columns, in one or several passes."""

    def __init__(self, ddof=0):
        self.ddof = ddof

    def fit(self, X):
        """Moments of one data matrix of shape (n_samples, n_features)."""
        X = np.atleast_2d(np.asarray(X, dtype=float))
        return self.partial_fit(X)

    def partial_fit(self, X):
        X = np.asarray(X, dtype=float)
        if not hasattr(self, "count_"):
            self.count_ = 0
            self.sum_ = np.zeros(X.shape[1])
            self.sum_sq_ = np.zeros(X.shape[1])
        self.count_ += X.shape[0]
        self.sum_ += X.sum(axis=0)
        self.sum_sq_ += (X ** 2).sum(axis=0)
        self.mean_ = self.sum_ / self.count_
        self.var_ = (self.sum_sq_ - self.sum_ * self.mean_) / max(self.count_ - self.ddof, 1)
        return self
