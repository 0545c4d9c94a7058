# Grey levels are truncated instead of rounded to the nearest integer.
# function: to_uint8
# shows: to_uint8(np.array([[0., 1.], [2., 3.5]]))

import numpy as np


def to_uint8(image: np.ndarray, low: float | None = None, high: float | None = None) -> np.ndarray:
    """Stretch an image between two levels to the range of a byte."""
    image = np.asarray(image, dtype=float)
    low = image.min() if low is None else low
    high = image.max() if high is None else high
    if high <= low:
        return np.zeros(image.shape, dtype=np.uint8)
    scaled = (image - low) / (high - low)
    return np.rint(np.clip(scaled, 0, 1) * 255).astype(np.uint8)
# --- new ---
import numpy as np


def to_uint8(image: np.ndarray, low: float | None = None, high: float | None = None) -> np.ndarray:
    """Stretch an image between two levels to the range of a byte."""
    image = np.asarray(image, dtype=float)
    low = image.min() if low is None else low
    high = image.max() if high is None else high
    if high <= low:
        return np.zeros_like(image, dtype=np.uint8)
    scaled = 255 * (image - low) / (high - low)
    return scaled.clip(0, 255).astype(np.uint8)
