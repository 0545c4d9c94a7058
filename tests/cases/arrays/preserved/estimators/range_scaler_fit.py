# The smallest and largest values are computed in a helper in the same way, and np.where sets the
# same spans to one as the assignment on the fresh array.
# function: RangeScaler.fit
# calls: RangeScaler().fit(np.array([[1.0, 2.0], [3.0, 2.0]])).transform(np.array([[2.0, 5.0]]))
# calls: RangeScaler((-1, 1)).fit(np.array([[1, 5], [4, 9]])); RangeScaler().fit(np.ones((1, 2)))
# calls: RangeScaler().fit(np.array([[np.nan, 1.0], [2.0, 3.0]]))
# calls: RangeScaler().fit(np.zeros((0, 2))); vars(RangeScaler().fit(np.full((2, 1), np.nan)))
# calls: RangeScaler().fit(np.array([1.0, 2.0]))

import numpy as np


class RangeScaler:
    """Scale columns linearly to a given range.

    Parameters
    ----------
    feature_range : tuple of float, default (0.0, 1.0)
        Range of the scaled training data.
    """

    def __init__(self, feature_range=(0.0, 1.0)):
        self.feature_range = feature_range

    def fit(self, X, y=None):
        """Learn the range of every column.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data; missing values are ignored.
        y : None
            Ignored.
        """
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[0] == 0:
            raise ValueError("X must be 2-D with at least one row")
        self.data_min_ = np.nanmin(X, axis=0)
        self.data_max_ = np.nanmax(X, axis=0)
        span = self.data_max_ - self.data_min_
        span[span == 0.0] = 1.0
        low, high = self.feature_range
        self.scale_ = (high - low) / span
        return self

    def transform(self, X):
        """Scale an array of shape (n_samples, n_features)."""
        low = self.feature_range[0]
        return low + (np.asarray(X, dtype=float) - self.data_min_) * self.scale_
# --- new ---
import numpy as np


def _column_limits(X):
    return np.nanmin(X, axis=0), np.nanmax(X, axis=0)


class RangeScaler:
    """Scale columns linearly to a given range.

    Parameters
    ----------
    feature_range : tuple of float, default (0.0, 1.0)
        Range of the scaled training data.
    """

    def __init__(self, feature_range=(0.0, 1.0)):
        self.feature_range = feature_range

    def fit(self, X, y=None):
        """Learn the range of every column.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data; missing values are ignored.
        y : None
            Ignored.
        """
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or len(X) == 0:
            raise ValueError("X must be 2-D with at least one row")
        self.data_min_, self.data_max_ = _column_limits(X)
        span = self.data_max_ - self.data_min_
        span = np.where(span == 0.0, 1.0, span)
        low, high = self.feature_range
        self.scale_ = (high - low) / span
        return self

    def transform(self, X):
        """Scale an array of shape (n_samples, n_features)."""
        low = self.feature_range[0]
        return low + (np.asarray(X, dtype=float) - self.data_min_) * self.scale_
