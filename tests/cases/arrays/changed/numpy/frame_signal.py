# The frames are a read-only view of the signal instead of an array of their own.
# function: frame_signal
# shows: (lambda f: (f.flags.writeable, f.flags.owndata))(frame_signal(np.arange(6.), 4, 2))
# shows: (lambda f: f.__setitem__((0, 0), 9.) or f)(frame_signal(np.arange(4.), 2, 1))

import numpy as np


def frame_signal(x, length, hop):
    """Cut a signal into overlapping frames.

    Parameters
    ----------
    x : ndarray of shape (n_samples,)
        Signal.
    length : int
        Samples per frame.
    hop : int
        Samples between the starts of two frames.

    Returns
    -------
    frames : ndarray of shape (n_frames, length)
    """
    x = np.asarray(x)
    n_frames = 1 + (x.size - length) // hop
    frames = np.empty((n_frames, length), dtype=x.dtype)
    for i in range(n_frames):
        start = i * hop
        frames[i] = x[start:start + length]
    return frames
# --- new ---
import numpy as np


def frame_signal(x, length, hop):
    """Cut a signal into overlapping frames.

    Parameters
    ----------
    x : ndarray of shape (n_samples,)
        Signal.
    length : int
        Samples per frame.
    hop : int
        Samples between the starts of two frames.

    Returns
    -------
    frames : ndarray of shape (n_frames, length)
    """
    x = np.asarray(x)
    windows = np.lib.stride_tricks.sliding_window_view(x, length)
    return windows[::hop]
