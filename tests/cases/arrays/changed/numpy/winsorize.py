# The clipping writes into the caller's array when it already holds floats.
# function: winsorize
# shows: (lambda a: (winsorize(a, 0.25), a))(np.array([1., 2., 3., 4., 50.]))

import numpy as np


def winsorize(x, fraction=0.05):
    if not 0 <= fraction < 0.5:
        raise ValueError("fraction must be in [0, 0.5)")
    x = np.array(x, dtype=float)
    if x.size == 0:
        return x
    low, high = np.quantile(x, [fraction, 1 - fraction])
    x[x < low] = low
    x[x > high] = high
    return x
# --- new ---
import numpy as np


def winsorize(x, fraction=0.05):
    if not 0 <= fraction < 0.5:
        raise ValueError("fraction must be in [0, 0.5)")
    x = np.asarray(x, dtype=float)
    if x.size == 0:
        return x
    low, high = np.quantile(x, [fraction, 1 - fraction])
    return np.clip(x, low, high, out=x)
