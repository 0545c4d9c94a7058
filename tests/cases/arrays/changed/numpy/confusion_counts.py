# A fancy-indexed increment counts a repeated pair of labels only once.
# function: confusion_counts
# shows: confusion_counts([0, 1, 1, 1], [0, 1, 1, 0])

import numpy as np


def confusion_counts(y_true, y_pred, n_classes=None):
    y_true = np.asarray(y_true)
    y_pred = np.asarray(y_pred)
    if y_true.shape != y_pred.shape:
        raise ValueError("labels differ in length")
    if n_classes is None:
        n_classes = int(max(y_true.max(), y_pred.max())) + 1
    counts = np.zeros((n_classes, n_classes), dtype=int)
    for t, p in zip(y_true, y_pred):
        counts[t, p] += 1
    return counts
# --- new ---
import numpy as np


def confusion_counts(y_true, y_pred, n_classes=None):
    y_true = np.asarray(y_true)
    y_pred = np.asarray(y_pred)
    if y_true.shape != y_pred.shape:
        raise ValueError("labels differ in length")
    if n_classes is None:
        n_classes = int(max(y_true.max(), y_pred.max())) + 1
    counts = np.zeros((n_classes, n_classes), dtype=int)
    counts[y_true, y_pred] += 1
    return counts
