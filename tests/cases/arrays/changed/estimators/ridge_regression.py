# The penalty applies to the intercept as well.
# function: RidgeRegression.fit
# shows: RidgeRegression(1.0).fit(np.array([[-1.], [1.]]), np.array([9., 11.])).intercept_

import numpy as np


class RidgeRegression:
    """Least squares with a squared penalty on the coefficients."""

    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y):
        """Solve the normal equations.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data.
        y : ndarray of shape (n_samples,)
            Targets.

        Returns
        -------
        self : RidgeRegression
        """
        X = np.asarray(X, dtype=float)
        y = np.asarray(y, dtype=float)
        x_mean, y_mean = X.mean(axis=0), y.mean()
        centered = X - x_mean
        gram = centered.T @ centered + self.alpha * np.eye(X.shape[1])
        self.coef_ = np.linalg.solve(gram, centered.T @ (y - y_mean))
        self.intercept_ = y_mean - x_mean @ self.coef_
        return self

    def predict(self, X):
        return np.asarray(X, dtype=float) @ self.coef_ + self.intercept_
# --- new ---
import numpy as np


class RidgeRegression:
    """Least squares with a squared penalty on the coefficients."""

    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y):
        """Solve the normal equations.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Training data.
        y : ndarray of shape (n_samples,)
            Targets.

        Returns
        -------
        self : RidgeRegression
        """
        X = np.asarray(X, dtype=float)
        y = np.asarray(y, dtype=float)
        design = np.column_stack((np.ones(X.shape[0]), X))
        gram = design.T @ design + self.alpha * np.eye(design.shape[1])
        solution = np.linalg.solve(gram, design.T @ y)
        self.intercept_, self.coef_ = solution[0], solution[1:]
        return self

    def predict(self, X):
        return np.asarray(X, dtype=float) @ self.coef_ + self.intercept_
