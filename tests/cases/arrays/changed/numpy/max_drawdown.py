# The running peak is spoilt by the first NaN, which was skipped before.
# function: max_drawdown
# shows: max_drawdown(np.array([10., np.nan, 12., 6., 9.]))

import numpy as np


def max_drawdown(prices: np.ndarray) -> float:
    """Largest relative loss from a running peak; missing prices are skipped."""
    prices = np.asarray(prices, dtype=float)
    if np.isnan(prices).all():
        return float("nan")
    peaks = np.fmax.accumulate(prices)
    losses = 1.0 - prices / peaks
    return float(np.nanmax(losses))
# --- new ---
import numpy as np


def max_drawdown(prices: np.ndarray) -> float:
    """Largest relative loss from a running peak; missing prices are skipped."""
    prices = np.asarray(prices, dtype=float)
    if np.isnan(prices).all():
        return float("nan")
    peaks = np.maximum.accumulate(prices)
    losses = 1.0 - prices / peaks
    return float(np.nanmax(losses))
