# A transform before fit fails with AttributeError instead of RuntimeError.
# function: PrincipalAxes.transform
# shows: PrincipalAxes(1).transform(np.array([[1., 2.]]))

import numpy as np


class PrincipalAxes:
    """Projection on the directions of largest variance."""

    def __init__(self, n_components: int) -> None:
        self.n_components = n_components

    def fit(self, X: np.ndarray) -> "PrincipalAxes":
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        _, _, axes = np.linalg.svd(X - self.mean_, full_matrices=False)
        pivots = np.abs(axes).argmax(axis=1)
        signs = np.sign(axes[np.arange(axes.shape[0]), pivots])
        self.components_ = (axes * signs[:, None])[:self.n_components]
        return self

    def transform(self, X: np.ndarray) -> np.ndarray:
        """Coordinates along the components."""
        components = getattr(self, "components_", None)
        if components is None:
            raise RuntimeError("call fit before transform")
        centered = np.asarray(X, dtype=float) - self.mean_
        return centered @ components.T
# --- new ---
import numpy as np


class PrincipalAxes:
    """Projection on the directions of largest variance."""

    def __init__(self, n_components: int) -> None:
        self.n_components = n_components

    def fit(self, X: np.ndarray) -> "PrincipalAxes":
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        _, _, axes = np.linalg.svd(X - self.mean_, full_matrices=False)
        pivots = np.abs(axes).argmax(axis=1)
        signs = np.sign(axes[np.arange(axes.shape[0]), pivots])
        self.components_ = (axes * signs[:, None])[:self.n_components]
        return self

    def transform(self, X: np.ndarray) -> np.ndarray:
        """Coordinates along the components."""
        if self.components_ is None:
            raise RuntimeError("call fit before transform")
        centered = np.asarray(X, dtype=float) - self.mean_
        return np.einsum("ij,kj->ik", centered, self.components_)
