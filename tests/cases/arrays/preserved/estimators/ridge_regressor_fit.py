# The same normal equations are set up with np.dot, and the penalty is added on the diagonal only,
# so the coefficients are the same up to rounding.
# function: RidgeRegressor.fit
# calls: RidgeRegressor().fit(np.array([[1.0], [2.0], [4.0]]), np.array([1.0, 2.0, 3.0])).coef_
# calls: RidgeRegressor(0.5).fit(np.array([[1, 2], [3, 1]]), np.array([1, 0])).predict(np.eye(2))
# calls: RidgeRegressor().fit(np.array([[3.0, 1.0]]), np.array([2.0])).intercept_
# calls: RidgeRegressor().fit(np.zeros((0, 2)), np.zeros(0))
# calls: RidgeRegressor().fit(np.array([[np.nan]]), np.ones(1))
# calls: RidgeRegressor(0.0).fit(np.eye(2), np.ones(2))
# calls: vars(RidgeRegressor(2).fit(np.ones((3, 2)), np.array([1.0, 2.0, 4.0])))

import numpy as np


class RidgeRegressor:
    def __init__(self, alpha: float = 1.0):
        self.alpha = alpha

    def fit(self, X: np.ndarray, y: np.ndarray) -> "RidgeRegressor":
        if not (np.isfinite(self.alpha) and self.alpha > 0.0):
            raise ValueError(f"alpha must be positive and finite, got {self.alpha}")
        X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        if X.ndim != 2 or X.shape[0] == 0 or y.shape != X.shape[:1]:
            raise ValueError("need a 2-D X with rows and one target per row")
        if not (np.isfinite(X).all() and np.isfinite(y).all()):
            raise ValueError("X and y must be finite")
        X_mean, y_mean = X.mean(axis=0), y.mean()
        X_centered = X - X_mean
        gram = X_centered.T @ X_centered + self.alpha * np.eye(X.shape[1])
        self.coef_ = np.linalg.solve(gram, X_centered.T @ (y - y_mean))
        self.intercept_ = y_mean - X_mean @ self.coef_
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(X, dtype=float) @ self.coef_ + self.intercept_
# --- new ---
import numpy as np


class RidgeRegressor:
    def __init__(self, alpha: float = 1.0):
        self.alpha = alpha

    def fit(self, X: np.ndarray, y: np.ndarray) -> "RidgeRegressor":
        if not (np.isfinite(self.alpha) and self.alpha > 0.0):
            raise ValueError(f"alpha must be positive and finite, got {self.alpha}")
        X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        if X.ndim != 2 or X.shape[0] == 0 or y.shape != X.shape[:1]:
            raise ValueError("need a 2-D X with rows and one target per row")
        if not (np.isfinite(X).all() and np.isfinite(y).all()):
            raise ValueError("X and y must be finite")
        X_mean, y_mean = X.mean(axis=0), y.mean()
        X_centered = X - X_mean
        gram = np.dot(X_centered.T, X_centered)
        gram[np.diag_indices_from(gram)] += self.alpha
        self.coef_ = np.linalg.solve(gram, np.dot(X_centered.T, y - y_mean))
        self.intercept_ = y_mean - np.dot(X_mean, self.coef_)
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(X, dtype=float) @ self.coef_ + self.intercept_
