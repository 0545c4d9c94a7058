# The computation of the finite peak moved into a helper, and squeeze is called as a method.
# function: log_sum_exp
# calls: log_sum_exp(np.array([1.0, 2.0, 3.0])); log_sum_exp(np.array([[1, 2], [3, 4]]), axis=0)
# calls: log_sum_exp(np.array([-np.inf, -np.inf])); log_sum_exp(np.array([np.nan, 1.0]))
# calls: log_sum_exp(np.array([1000.0, 1000.0])); log_sum_exp(np.zeros((0, 3)))
# calls: log_sum_exp(np.zeros((3, 0))); log_sum_exp(np.asfortranarray(np.eye(3)), axis=1)

import numpy as np


def log_sum_exp(values: np.ndarray, axis: int = -1) -> np.ndarray:
    peak = np.max(values, axis=axis, keepdims=True)
    peak = np.where(np.isfinite(peak), peak, 0.0)
    total = np.sum(np.exp(values - peak), axis=axis, keepdims=True)
    with np.errstate(divide="ignore"):
        result = np.log(total) + peak
    return np.squeeze(result, axis=axis)
# --- new ---
import numpy as np


def _finite_peak(values: np.ndarray, axis: int) -> np.ndarray:
    peak = np.max(values, axis=axis, keepdims=True)
    return np.where(np.isfinite(peak), peak, 0.0)


def log_sum_exp(values: np.ndarray, axis: int = -1) -> np.ndarray:
    peak = _finite_peak(values, axis)
    total = np.exp(values - peak).sum(axis=axis, keepdims=True)
    with np.errstate(divide="ignore"):
        result = np.log(total) + peak
    return result.squeeze(axis=axis)
