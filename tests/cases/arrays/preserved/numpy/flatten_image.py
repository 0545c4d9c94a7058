# np.array has already copied the image, so reshape(-1) and ravel both give its pixels in C order
# without any tie to the argument.
# function: flatten_image
# calls: flatten_image([[0, 255], [51, 102]]); flatten_image(np.zeros((2, 2, 3)), max_value=1)
# calls: flatten_image(np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]), 2.0); flatten_image(np.ones(4))
# calls: flatten_image(np.zeros((0, 5))); flatten_image([[np.nan]])

import numpy as np


def flatten_image(image, max_value=255.0):
    pixels = np.array(image, dtype=float)
    if pixels.ndim not in (2, 3):
        raise ValueError("image must have 2 or 3 axes, got {}".format(pixels.ndim))
    pixels /= max_value
    return pixels.reshape(-1)
# --- new ---
import numpy as np


def flatten_image(image, max_value=255.0):
    pixels = np.array(image, dtype=float)
    if pixels.ndim not in (2, 3):
        raise ValueError("image must have 2 or 3 axes, got {}".format(pixels.ndim))
    pixels /= max_value
    return pixels.ravel()
