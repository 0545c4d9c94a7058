# np.r_ joins the three 1-D arrays just as np.concatenate does.
# function: pad_edges
# calls: pad_edges([1, 2, 3], 2); pad_edges(np.array([0.5, np.nan]), 1); pad_edges([4], 3)
# calls: pad_edges([1.0, 2.0], 0); pad_edges([], 1); pad_edges([[1, 2], [3, 4]], 1)
# calls: pad_edges(["a", "bcd"], 1); pad_edges([1, 2], -1)

import numpy as np


def pad_edges(signal, width):
    signal = np.asarray(signal)
    if signal.ndim != 1 or signal.size == 0:
        raise ValueError("signal must be a non-empty 1-D array")
    before = np.full(width, signal[0])
    after = np.full(width, signal[-1])
    return np.concatenate([before, signal, after])


def edge_smooth(signal, width):
    padded = pad_edges(np.asarray(signal, dtype=float), width)
    kernel = np.ones(2 * width + 1) / (2 * width + 1)
    return np.convolve(padded, kernel, mode="valid")
# --- new ---
import numpy as np


def pad_edges(signal, width):
    signal = np.asarray(signal)
    if signal.ndim != 1 or signal.size == 0:
        raise ValueError("signal must be a non-empty 1-D array")
    first, last = signal[0], signal[-1]
    return np.r_[np.full(width, first), signal, np.full(width, last)]


def edge_smooth(signal, width):
    padded = pad_edges(np.asarray(signal, dtype=float), width)
    kernel = np.ones(2 * width + 1) / (2 * width + 1)
    return np.convolve(padded, kernel, mode="valid")
