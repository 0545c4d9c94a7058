# The lagged columns are handed to assign in one dict instead of being set one by one on a copy.
# function: lag_features
# calls: lag_features(pd.DataFrame({"y": [1.0, 2.0, 3.0]}), "y", [1, 2])
# calls: lag_features(pd.DataFrame({"y": [1, 2]}, index=[0, 0]), "y", (1,))
# calls: lag_features(pd.DataFrame({"y": [4, 5]}), "y", [])
# calls: lag_features(pd.DataFrame({"y": []}), "y", [1])
# calls: lag_features(pd.DataFrame({"y": ["p", "q"], "y_lag1": [0, 0]}), "y", [1, -1])
# calls: lag_features(pd.DataFrame({"y": [1]}), "z", [1])

import pandas as pd


def lag_features(df, column, lags):
    """Add lagged versions of a column.

    Parameters
    ----------
    df : DataFrame of shape (n_times, n_columns)
        Rows in the order of time; left unchanged.
    column : str
        Column to shift.
    lags : sequence of int
        Numbers of rows to shift by.

    Returns
    -------
    extended : DataFrame of shape (n_times, n_columns + n_lags)
        Columns named like ``y_lag1`` come last.
    """
    series = df[column]
    extended = df.copy()
    for lag in lags:
        extended["{}_lag{}".format(column, lag)] = series.shift(lag)
    return extended
# --- new ---
import pandas as pd


def lag_features(df, column, lags):
    """Add lagged versions of a column.

    Parameters
    ----------
    df : DataFrame of shape (n_times, n_columns)
        Rows in the order of time; left unchanged.
    column : str
        Column to shift.
    lags : sequence of int
        Numbers of rows to shift by.

    Returns
    -------
    extended : DataFrame of shape (n_times, n_columns + n_lags)
        Columns named like ``y_lag1`` come last.
    """
    series = df[column]
    shifted = {f"{column}_lag{lag}": series.shift(lag) for lag in lags}
    return df.assign(**shifted)
