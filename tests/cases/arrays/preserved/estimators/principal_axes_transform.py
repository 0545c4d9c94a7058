# np.inner multiplies over the last axis of both factors, which is the product with the transposed
# components up to rounding.
# function: PrincipalAxes.transform
# calls: PrincipalAxes(1).fit(np.array([[1.0, 2.0], [3.0, 3.0], [5.0, 1.0]])).transform(np.eye(2))
# calls: PrincipalAxes().fit(np.array([[1, 2], [3, 3], [5, 1]])).transform(np.array([[2, 9]]))
# calls: PrincipalAxes(1).fit(np.eye(2)).transform(np.zeros((0, 2)))
# calls: PrincipalAxes(1).fit(np.eye(2)).transform(np.array([[np.nan, 1.0]]))
# calls: PrincipalAxes(1).fit(np.eye(3)).transform(np.ones((2, 2)))
# calls: PrincipalAxes(2).fit(np.eye(3)).transform(np.asfortranarray(np.arange(6.0).reshape(2, 3)))

from typing import Optional

import numpy as np


class PrincipalAxes:
    def __init__(self, n_components: Optional[int] = None):
        self.n_components = n_components

    def fit(self, X: np.ndarray) -> "PrincipalAxes":
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        axes = np.linalg.svd(X - self.mean_, full_matrices=False)[2]
        self.components_ = axes[:self.n_components]
        return self

    def transform(self, X: np.ndarray) -> np.ndarray:
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != self.mean_.shape[0]:
            raise ValueError(f"expected {self.mean_.shape[0]} columns, got shape {X.shape}")
        if not np.isfinite(X).all():
            raise ValueError("X must be finite")
        return (X - self.mean_) @ self.components_.T
# --- new ---
from typing import Optional

import numpy as np


class PrincipalAxes:
    def __init__(self, n_components: Optional[int] = None):
        self.n_components = n_components

    def fit(self, X: np.ndarray) -> "PrincipalAxes":
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        axes = np.linalg.svd(X - self.mean_, full_matrices=False)[2]
        self.components_ = axes[:self.n_components]
        return self

    def transform(self, X: np.ndarray) -> np.ndarray:
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != self.mean_.shape[0]:
            raise ValueError(f"expected {self.mean_.shape[0]} columns, got shape {X.shape}")
        if not np.isfinite(X).all():
            raise ValueError("X must be finite")
        return np.inner(X - self.mean_, self.components_)
