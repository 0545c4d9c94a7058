# Grouping by a Grouper with a daily frequency is what resample by day does.
# function: daily_totals
# calls: daily_totals(pd.Series([1.0, 2.0], index=pd.to_datetime(["2024-01-01", "2024-01-03"])))
# calls: daily_totals(pd.Series([1, 2], index=pd.to_datetime(["2024-01-02", "2024-01-01"])))
# calls: daily_totals(pd.Series([np.nan], index=pd.to_datetime(["2024-02-29 12:00"]), name="rain"))
# calls: daily_totals(pd.Series([], index=pd.DatetimeIndex([]), dtype=float))
# calls: daily_totals(pd.Series([1.0, 2.0]))

import pandas as pd


def daily_totals(series: pd.Series) -> pd.Series:
    if not isinstance(series.index, pd.DatetimeIndex):
        raise TypeError("series must be indexed by time")
    totals = series.resample("D").sum()
    return totals.rename("total")
# --- new ---
import pandas as pd


def daily_totals(series: pd.Series) -> pd.Series:
    if not isinstance(series.index, pd.DatetimeIndex):
        raise TypeError("series must be indexed by time")
    by_day = pd.Grouper(freq="D")
    return series.groupby(by_day).sum().rename("total")
