# Stacking the class means by np.vstack gives the rows that the loop wrote into the zero array.
# function: NearestCentroid.fit
# calls: NearestCentroid().fit([[0.0, 0.0], [1.0, 1.0], [0.0, 2.0]], [0, 1, 0]).centroids_
# calls: NearestCentroid().fit(np.array([[1], [3]]), np.array(["a", "b"])).predict([[2.9], [0.0]])
# calls: NearestCentroid().fit(np.array([[np.nan], [1.0]]), [5, 5])
# calls: NearestCentroid().fit([[2.0]], [1]); NearestCentroid().fit(np.zeros((0, 2)), [])
# calls: NearestCentroid().fit([[1.0]], [0, 1])

import numpy as np


class NearestCentroid:
    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        y = np.asarray(y)
        if X.ndim != 2 or len(X) == 0 or y.shape != (len(X),):
            raise ValueError("need a 2-D X with rows and one label per row")
        self.classes_ = np.unique(y)
        centroids = np.zeros((len(self.classes_), X.shape[1]))
        for row, label in enumerate(self.classes_):
            centroids[row] = X[y == label].mean(axis=0)
        self.centroids_ = centroids
        return self

    def predict(self, X):
        X = np.asarray(X, dtype=float)
        diff = X[:, None, :] - self.centroids_[None, :, :]
        nearest = (diff ** 2).sum(axis=2).argmin(axis=1)
        return self.classes_[nearest]
# --- new ---
import numpy as np


class NearestCentroid:
    def fit(self, X, y):
        X = np.asarray(X, dtype=float)
        y = np.asarray(y)
        if X.ndim != 2 or len(X) == 0 or y.shape != (len(X),):
            raise ValueError("need a 2-D X with rows and one label per row")
        self.classes_ = np.unique(y)
        self.centroids_ = np.vstack(
            [np.mean(X[y == label], axis=0) for label in self.classes_]
        )
        return self

    def predict(self, X):
        X = np.asarray(X, dtype=float)
        diff = X[:, None, :] - self.centroids_[None, :, :]
        nearest = (diff ** 2).sum(axis=2).argmin(axis=1)
        return self.classes_[nearest]
