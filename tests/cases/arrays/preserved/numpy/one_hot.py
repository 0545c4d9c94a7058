# np.full with dtype float makes the array that np.empty and fill made.
# function: one_hot
# calls: one_hot(np.array([0, 2, 1]), 3); one_hot(np.array([1, 1]), 2, on_value=5, off_value=-1)
# calls: one_hot(np.array([], dtype=int), 4); one_hot(np.array([0]), 1)
# calls: one_hot(np.array([0, 3]), 3); one_hot(np.array([1]), 2, off_value=np.nan)

import numpy as np


def one_hot(labels, n_classes, on_value=1.0, off_value=0.0):
    """Encode integer labels as rows with one marked column.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        Integer labels in ``range(n_classes)``.
    n_classes : int
        Number of columns of the result.
    on_value, off_value : float
        Values of the marked column and of the others.

    Returns
    -------
    encoded : ndarray of shape (n_samples, n_classes)
    """
    encoded = np.empty((labels.shape[0], n_classes))
    encoded.fill(off_value)
    encoded[np.arange(labels.shape[0]), labels] = on_value
    return encoded


def decode(encoded):
    """Return the column with the largest value of every row."""
    return np.argmax(encoded, axis=1)
# --- new ---
import numpy as np


def one_hot(labels, n_classes, on_value=1.0, off_value=0.0):
    """Encode integer labels as rows with one marked column.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        Integer labels in ``range(n_classes)``.
    n_classes : int
        Number of columns of the result.
    on_value, off_value : float
        Values of the marked column and of the others.

    Returns
    -------
    encoded : ndarray of shape (n_samples, n_classes)
    """
    n_samples = len(labels)
    encoded = np.full((n_samples, n_classes), off_value, dtype=float)
    encoded[np.arange(n_samples), labels] = on_value
    return encoded


def decode(encoded):
    """Return the column with the largest value of every row."""
    return np.argmax(encoded, axis=1)
