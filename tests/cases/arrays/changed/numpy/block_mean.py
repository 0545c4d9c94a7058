# The reshaped array is averaged over one block axis and one grid axis.
# function: block_mean
# shows: block_mean(np.arange(16.).reshape(4, 4), 2)

import numpy as np


def block_mean(image: np.ndarray, size: int) -> np.ndarray:
    """Downsample an image by averaging square blocks; a ragged border is cut off."""
    rows = image.shape[0] // size
    cols = image.shape[1] // size
    result = np.empty((rows, cols))
    for i in range(rows):
        for j in range(cols):
            block = image[i * size:(i + 1) * size, j * size:(j + 1) * size]
            result[i, j] = block.mean()
    return result
# --- new ---
import numpy as np


def block_mean(image: np.ndarray, size: int) -> np.ndarray:
    """Downsample an image by averaging square blocks; a ragged border is cut off."""
    rows = image.shape[0] // size
    cols = image.shape[1] // size
    cropped = image[:rows * size, :cols * size]
    blocks = cropped.reshape(rows, size, cols, size)
    return blocks.mean(axis=(1, 2))
