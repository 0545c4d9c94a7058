# np.add.at adds one for every pair of labels, repeated pairs included, as the loop over zip did
# for labels of equal length.
# function: confusion_matrix
# calls: confusion_matrix(np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0]), 2)
# calls: confusion_matrix(np.array([]), np.array([]), 3)
# calls: confusion_matrix(np.array([2]), np.array([0]), 3)
# calls: confusion_matrix(np.array([0, 1]), np.array([0]), 2)
# calls: confusion_matrix(np.array([0, 5]), np.array([0, 1]), 2)
# calls: confusion_matrix(np.array([0.0, 1.0]), np.array([1.0, 1.0]), 2)

import numpy as np


def confusion_matrix(y_true, y_pred, n_classes):
    """Count how often every class was predicted as every other.

    Parameters
    ----------
    y_true : ndarray of shape (n_samples,)
        True labels in ``range(n_classes)``.
    y_pred : ndarray of shape (n_samples,)
        Predicted labels in ``range(n_classes)``.
    n_classes : int
        Number of classes.

    Returns
    -------
    matrix : ndarray of shape (n_classes, n_classes)
        Rows are true classes, columns predicted ones.
    """
    y_true = np.asarray(y_true, dtype=int)
    y_pred = np.asarray(y_pred, dtype=int)
    if y_true.shape != y_pred.shape:
        raise ValueError("y_true and y_pred differ in shape")
    matrix = np.zeros((n_classes, n_classes), dtype=np.int64)
    for actual, predicted in zip(y_true, y_pred):
        matrix[actual, predicted] += 1
    return matrix
# --- new ---
import numpy as np


def confusion_matrix(y_true, y_pred, n_classes):
    """Count how often every class was predicted as every other.

    Parameters
    ----------
    y_true : ndarray of shape (n_samples,)
        True labels in ``range(n_classes)``.
    y_pred : ndarray of shape (n_samples,)
        Predicted labels in ``range(n_classes)``.
    n_classes : int
        Number of classes.

    Returns
    -------
    matrix : ndarray of shape (n_classes, n_classes)
        Rows are true classes, columns predicted ones.
    """
    y_true = np.asarray(y_true, dtype=int)
    y_pred = np.asarray(y_pred, dtype=int)
    if y_true.shape != y_pred.shape:
        raise ValueError("y_true and y_pred differ in shape")
    matrix = np.zeros((n_classes, n_classes), dtype=np.int64)
    np.add.at(matrix, (y_true, y_pred), 1)
    return matrix
