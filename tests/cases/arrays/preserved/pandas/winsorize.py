# The bounds are passed to clip by keyword instead of by position, and the message is formatted
# by an f-string.
# function: winsorize
# calls: winsorize(pd.Series([1.0, 2.0, 3.0, 100.0]), 0.25); winsorize(pd.Series([1, 2, 9]), 0.2)
# calls: winsorize(pd.Series([np.nan, 1.0, 5.0], index=["a", "a", "b"]), 0.1)
# calls: winsorize(pd.Series([], dtype=float)); winsorize(pd.Series([4.0], name="x"))
# calls: winsorize(pd.Series([1.0, 2.0]), 0.5); winsorize(pd.Series([1.0, 2.0]), 0.0)

import pandas as pd


def winsorize(series: pd.Series, fraction: float = 0.05) -> pd.Series:
    if not 0.0 <= fraction < 0.5:
        raise ValueError("fraction must be in [0, 0.5), got {}".format(fraction))
    low = series.quantile(fraction)
    high = series.quantile(1.0 - fraction)
    return series.clip(low, high)
# --- new ---
import pandas as pd


def winsorize(series: pd.Series, fraction: float = 0.05) -> pd.Series:
    if not 0.0 <= fraction < 0.5:
        raise ValueError(f"fraction must be in [0, 0.5), got {fraction}")
    lower = series.quantile(fraction)
    upper = series.quantile(1.0 - fraction)
    return series.clip(lower=lower, upper=upper)
