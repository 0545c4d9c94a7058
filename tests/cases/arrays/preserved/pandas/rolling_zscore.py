# mask with the negated condition blanks the same rows as where with the condition, missing spreads
# included, and the rolling means got a name.
# function: rolling_zscore
# calls: rolling_zscore(pd.Series([1.0, 2.0, 4.0, 4.0, 4.0]), 2)
# calls: rolling_zscore(pd.Series([1, 5, 2], index=[0, 0, 0], name="x"), 3, min_periods=2)
# calls: rolling_zscore(pd.Series([], dtype=float), 2); rolling_zscore(pd.Series([1.0]), 1)
# calls: rolling_zscore(pd.Series([1.0, np.nan, 2.0, 3.0]), 2); rolling_zscore(pd.Series([1.0]), -1)

from typing import Optional

import pandas as pd


def rolling_zscore(
    series: pd.Series, window: int, min_periods: Optional[int] = None
) -> pd.Series:
    rolling = series.rolling(window, min_periods=min_periods)
    spread = rolling.std()
    zscore = (series - rolling.mean()) / spread
    return zscore.where(spread > 0.0)
# --- new ---
from typing import Optional

import pandas as pd


def rolling_zscore(
    series: pd.Series, window: int, min_periods: Optional[int] = None
) -> pd.Series:
    rolling = series.rolling(window=window, min_periods=min_periods)
    level = rolling.mean()
    spread = rolling.std()
    has_spread = spread > 0.0
    return ((series - level) / spread).mask(~has_spread)
