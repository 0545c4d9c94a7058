# A constant column gets scale zero, so transform divides by zero.
# function: ColumnScaler.fit
# shows: ColumnScaler().fit(np.array([[1., 5.], [3., 5.]])).transform(np.array([[2., 5.]]))
# shows: ColumnScaler().fit(np.array([[1., 5.], [3., 5.]])).scale_

import numpy as np


class ColumnScaler:
    """Scale columns to zero mean and unit variance."""

    def __init__(self, with_mean=True):
        self.with_mean = with_mean

    def fit(self, X):
        """Learn the mean and scale of the columns.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data.

        Returns
        -------
        self : ColumnScaler
        """
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        scale = X.std(axis=0)
        scale[scale == 0] = 1.0
        self.scale_ = scale
        return self

    def transform(self, X):
        X = np.asarray(X, dtype=float)
        if self.with_mean:
            X = X - self.mean_
        return X / self.scale_
# --- new ---
import numpy as np


class ColumnScaler:
    """Scale columns to zero mean and unit variance."""

    def __init__(self, with_mean=True):
        self.with_mean = with_mean

    def fit(self, X):
        """Learn the mean and scale of the columns.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data.

        Returns
        -------
        self : ColumnScaler
        """
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        self.scale_ = np.sqrt(np.mean((X - self.mean_) ** 2, axis=0))
        return self

    def transform(self, X):
        X = np.asarray(X, dtype=float)
        if self.with_mean:
            X = X - self.mean_
        return X / self.scale_
