# The generator is asked for the same draws in the same order, and the means are collected by a
# comprehension into the same float array.
# function: bootstrap_means
# calls: bootstrap_means(np.array([1.0, 2.0, 4.0]), 5, np.random.default_rng(3))
# calls: bootstrap_means(np.array([1, 2]), 3, np.random.default_rng(0))
# calls: bootstrap_means(np.array([7.0]), 1, np.random.default_rng(1))
# calls: bootstrap_means(np.array([]), 2, np.random.default_rng(1))
# calls: bootstrap_means(np.array([np.nan, 2.0]), 4, np.random.default_rng(9))
# calls: bootstrap_means(np.array([1.0]), 0, np.random.default_rng(1))

import numpy as np


def bootstrap_means(
    sample: np.ndarray, n_draws: int, rng: np.random.Generator
) -> np.ndarray:
    if n_draws < 1:
        raise ValueError(f"n_draws must be positive, got {n_draws}")
    n_obs = sample.shape[0]
    means = np.empty(n_draws)
    for draw in range(n_draws):
        picked = rng.integers(0, n_obs, size=n_obs)
        means[draw] = sample[picked].mean()
    return means
# --- new ---
import numpy as np


def bootstrap_means(
    sample: np.ndarray, n_draws: int, rng: np.random.Generator
) -> np.ndarray:
    if n_draws < 1:
        raise ValueError(f"n_draws must be positive, got {n_draws}")
    n_obs = len(sample)
    means = [
        sample[rng.integers(0, n_obs, size=n_obs)].mean()
        for _ in range(n_draws)
    ]
    return np.array(means, dtype=float)
