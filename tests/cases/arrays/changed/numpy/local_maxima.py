# The left comparison of the slices is not strict, so a plateau counts as a peak.
# function: local_maxima
# shows: local_maxima(np.array([0., 2., 2., 1., 3., 0.]))

import numpy as np


def local_maxima(x, threshold=-np.inf):
    x = np.asarray(x, dtype=float)
    peaks = []
    for i in range(1, x.size - 1):
        if x[i] < threshold:
            continue
        if x[i - 1] < x[i] and x[i] > x[i + 1]:
            peaks.append(i)
    return np.array(peaks, dtype=int)
# --- new ---
import numpy as np


def local_maxima(x, threshold=-np.inf):
    x = np.asarray(x, dtype=float)
    middle = x[1:-1]
    rising = middle >= x[:-2]
    falling = middle > x[2:]
    tall = middle >= threshold
    return np.flatnonzero(rising & falling & tall) + 1
