# Writing NaN into a fresh copy at the flagged places and choosing NaN or the value by np.where
# build the same new array.
# function: mask_outliers
# calls: mask_outliers(np.array([1.0, 1.1, 0.9, 50.0]))
# calls: mask_outliers(np.array([1, 2, 3, 100]), 2.0)
# calls: mask_outliers(np.array([1.0, np.nan, 1.2, 9.0])); mask_outliers(np.array([4.0]))
# calls: mask_outliers(np.array([])); mask_outliers(np.array([2.0, 2.0, 2.0, 3.0]))
# calls: mask_outliers(np.asfortranarray([[1.0, 2.0], [1.5, 40.0], [1.2, 1.1]]), threshold=1.0)

import numpy as np


def mask_outliers(values: np.ndarray, threshold: float = 3.0) -> np.ndarray:
    deviation = np.abs(values - np.nanmedian(values))
    cutoff = threshold * np.nanmedian(deviation)
    cleaned = np.array(values, dtype=float)
    cleaned[deviation > cutoff] = np.nan
    return cleaned
# --- new ---
import numpy as np


def mask_outliers(values: np.ndarray, threshold: float = 3.0) -> np.ndarray:
    deviation = np.abs(values - np.nanmedian(values))
    cutoff = threshold * np.nanmedian(deviation)
    is_outlier = deviation > cutoff
    return np.where(is_outlier, np.nan, np.asarray(values, dtype=float))
