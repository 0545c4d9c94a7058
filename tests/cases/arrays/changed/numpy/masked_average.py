# The mask of the values no longer removes their weights from the denominator.
# function: masked_average
# shows: masked_average(np.ma.masked_equal([1., 2., -9.], -9.), np.array([1., 1., 2.]))
# shows: masked_average(np.ma.masked_less([-1., 6.], 0), np.array([1., 2.]))

import numpy as np


def masked_average(values, weights, fill=np.nan):
    values = np.ma.asarray(values)
    weights = np.asarray(weights, dtype=float)
    if values.shape != weights.shape:
        raise ValueError("values and weights differ in shape")
    keep = ~np.ma.getmaskarray(values)
    total = weights[keep].sum()
    if total == 0:
        return fill
    return float((values.data[keep] * weights[keep]).sum() / total)
# --- new ---
import numpy as np


def masked_average(values, weights, fill=np.nan):
    values = np.ma.asarray(values)
    weights = np.asarray(weights, dtype=float)
    if values.shape != weights.shape:
        raise ValueError("values and weights differ in shape")
    total = weights.sum()
    if total == 0 or values.count() == 0:
        return fill
    return float((values * weights).sum() / total)
