# The helper for the running peak had a single caller and was written into it.
# function: drawdown
# calls: drawdown([100.0, 120.0, 90.0, 130.0]); drawdown(np.array([1, 2, 1])); drawdown([])
# calls: drawdown([5.0]); drawdown([1.0, np.nan, 2.0]); drawdown([0.0, 0.0, 1.0])
# calls: drawdown([-1.0, 2.0, 1.0])

import numpy as np


def _running_peak(values):
    return np.maximum.accumulate(values)


def drawdown(prices):
    prices = np.asarray(prices, dtype=float)
    peak = _running_peak(prices)
    loss = np.zeros(prices.shape)
    positive = peak > 0.0
    loss[positive] = prices[positive] / peak[positive] - 1.0
    return loss


def max_drawdown(prices):
    return drawdown(prices).min(initial=0.0)
# --- new ---
import numpy as np


def drawdown(prices):
    prices = np.asarray(prices, dtype=float)
    peak = np.maximum.accumulate(prices)
    loss = np.zeros(prices.shape)
    positive = peak > 0.0
    loss[positive] = prices[positive] / peak[positive] - 1.0
    return loss


def max_drawdown(prices):
    return drawdown(prices).min(initial=0.0)
