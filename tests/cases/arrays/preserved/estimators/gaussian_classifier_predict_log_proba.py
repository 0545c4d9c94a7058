# The log densities of the classes are collected in a list and stacked as columns instead of being
# written into an empty array, by the same operations.
# function: GaussianClassifier.predict_log_proba
# calls: GaussianClassifier().fit(X_TRAIN, Y_TRAIN).predict_log_proba(np.array([[0.5, 0.0]]))
# calls: GaussianClassifier(1.0).fit(X_TRAIN, Y_TRAIN).predict(np.array([[0, 0], [3, 4]]))
# calls: GaussianClassifier().fit(X_TRAIN, Y_TRAIN).predict_log_proba(np.array([[np.nan, 1.0]]))
# calls: GaussianClassifier().fit(X_TRAIN, Y_TRAIN).predict_log_proba(np.zeros((0, 2)))
# calls: GaussianClassifier().fit(X_TRAIN, np.zeros(4)).predict_log_proba(X_TRAIN)
# calls: GaussianClassifier().fit(X_TRAIN, Y_TRAIN).predict_log_proba(np.ones((1, 3)))

import numpy as np

X_TRAIN = np.array([[0.0, 1.0], [1.0, 0.5], [3.0, 4.0], [4.0, 3.5]])
Y_TRAIN = np.array(["a", "a", "b", "b"])


class GaussianClassifier:
    """Classify by independent normal densities per class."""

    def __init__(self, smoothing=1e-6):
        self.smoothing = smoothing

    def fit(self, X, y):
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.log_prior_ = np.log(counts / len(y))
        self.mean_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        self.var_ = np.array([X[y == c].var(axis=0) for c in self.classes_]) + self.smoothing
        return self

    def predict_log_proba(self, X):
        """Compute normalized log probabilities.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Samples to classify.

        Returns
        -------
        log_proba : ndarray of shape (n_samples, n_classes)
        """
        if not hasattr(self, "classes_"):
            raise RuntimeError("the classifier is not fitted")
        X = np.asarray(X, dtype=float)
        joint = np.empty((X.shape[0], len(self.classes_)))
        for k in range(len(self.classes_)):
            mean, var = self.mean_[k], self.var_[k]
            log_density = -0.5 * (np.log(2.0 * np.pi * var) + (X - mean) ** 2 / var)
            joint[:, k] = self.log_prior_[k] + log_density.sum(axis=1)
        peak = joint.max(axis=1, keepdims=True)
        total = np.exp(joint - peak).sum(axis=1, keepdims=True)
        return joint - peak - np.log(total)

    def predict(self, X):
        return self.classes_[self.predict_log_proba(X).argmax(axis=1)]
# --- new ---
import numpy as np

X_TRAIN = np.array([[0.0, 1.0], [1.0, 0.5], [3.0, 4.0], [4.0, 3.5]])
Y_TRAIN = np.array(["a", "a", "b", "b"])


class GaussianClassifier:
    """Classify by independent normal densities per class."""

    def __init__(self, smoothing=1e-6):
        self.smoothing = smoothing

    def fit(self, X, y):
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        self.log_prior_ = np.log(counts / len(y))
        self.mean_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        self.var_ = np.array([X[y == c].var(axis=0) for c in self.classes_]) + self.smoothing
        return self

    def predict_log_proba(self, X):
        """Compute normalized log probabilities.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Samples to classify.

        Returns
        -------
        log_proba : ndarray of shape (n_samples, n_classes)
        """
        if not hasattr(self, "classes_"):
            raise RuntimeError("the classifier is not fitted")
        X = np.asarray(X, dtype=float)
        columns = []
        for log_prior, mean, var in zip(self.log_prior_, self.mean_, self.var_):
            log_density = -0.5 * (np.log(2.0 * np.pi * var) + (X - mean) ** 2 / var)
            columns.append(log_prior + np.sum(log_density, axis=1))
        joint = np.column_stack(columns)
        peak = np.max(joint, axis=1, keepdims=True)
        total = np.sum(np.exp(joint - peak), axis=1, keepdims=True)
        return joint - peak - np.log(total)

    def predict(self, X):
        return self.classes_[self.predict_log_proba(X).argmax(axis=1)]
