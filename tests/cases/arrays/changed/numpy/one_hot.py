# The width follows the labels that occur, not the largest label.
# function: one_hot
# shows: one_hot(np.array([0, 3, 3]))

import numpy as np


def one_hot(labels, n_classes=None):
    """Indicator matrix of integer labels.

    Parameters
    ----------
    labels : array-like of int of shape (n_samples,)
        Class numbers from zero.
    n_classes : int, optional
        Number of columns. Taken from the labels by default.

    Returns
    -------
    indicator : ndarray of shape (n_samples, n_classes)
    """
    labels = np.asarray(labels, dtype=np.intp)
    if n_classes is None:
        n_classes = labels.max() + 1
    indicator = np.zeros((labels.size, n_classes))
    indicator[np.arange(labels.size), labels] = 1.0
    return indicator
# --- new ---
import numpy as np


def one_hot(labels, n_classes=None):
    """Indicator matrix of integer labels.

    Parameters
    ----------
    labels : array-like of int of shape (n_samples,)
        Class numbers from zero.
    n_classes : int, optional
        Number of columns. Taken from the labels by default.

    Returns
    -------
    indicator : ndarray of shape (n_samples, n_classes)
    """
    labels = np.asarray(labels, dtype=np.intp)
    if n_classes is None:
        classes = np.unique(labels)
    else:
        classes = np.arange(n_classes)
    return (labels[:, np.newaxis] == classes).astype(float)
