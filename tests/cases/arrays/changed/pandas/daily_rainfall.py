# Days without any reading sum to zero instead of NaN.
# function: daily_rainfall
# shows: daily_rainfall(pd.Series([1., 2.], pd.to_datetime(['2024-03-01', '2024-03-03'])))

import pandas as pd


def daily_rainfall(readings: pd.Series) -> pd.Series:
    """Daily totals of gauge readings.

    Parameters
    ----------
    readings : pd.Series of shape (n_readings,)
        Millimetres, indexed by the time of the reading.

    Returns
    -------
    totals : pd.Series of shape (n_days,)
        One row per calendar day from the first to the last reading.
    """
    readings = readings.sort_index().clip(lower=0)
    totals = readings.resample("D").sum(min_count=1)
    return totals.rename("rain_mm")
# --- new ---
import pandas as pd


def daily_rainfall(readings: pd.Series) -> pd.Series:
    """Daily totals of gauge readings.

    Parameters
    ----------
    readings : pd.Series of shape (n_readings,)
        Millimetres, indexed by the time of the reading.

    Returns
    -------
    totals : pd.Series of shape (n_days,)
        One row per calendar day from the first to the last reading.
    """
    readings = readings.sort_index().clip(lower=0)
    totals = readings.resample("D").sum()
    return totals.rename("rain_mm")
