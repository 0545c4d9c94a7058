# The frame is put together from one call per statistic instead of by agg with their names, with
# the same columns in the same order.
# function: summarize_by_group
# calls: summarize_by_group(pd.DataFrame({"g": ["a", "b", "a"], "x": [1.0, 2.0, 4.0]}), "g", "x")
# calls: summarize_by_group(pd.DataFrame({"g": [2, 1], "x": [1, 3]}, index=[0, 0]), "g", "x")
# calls: summarize_by_group(pd.DataFrame({"g": ["a", None], "x": [np.nan, 1.0]}), "g", "x")
# calls: summarize_by_group(pd.DataFrame({"g": [1, 1], "x": [5, 7]}).iloc[:0], "g", "x")
# calls: summarize_by_group(pd.DataFrame({"g": [1], "x": [5]}), "g", "y")

import pandas as pd


def summarize_by_group(df, key, value):
    """Summarize one column per group.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns `key` and `value`.
    key : str
        Column with the group labels.
    value : str
        Numeric column to summarize.

    Returns
    -------
    summary : DataFrame of shape (n_groups, 4)
        Columns ``count``, ``mean``, ``min`` and ``max``.
    """
    grouped = df.groupby(key)[value]
    return grouped.agg(["count", "mean", "min", "max"])
# --- new ---
import pandas as pd


def summarize_by_group(df, key, value):
    """Summarize one column per group.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns `key` and `value`.
    key : str
        Column with the group labels.
    value : str
        Numeric column to summarize.

    Returns
    -------
    summary : DataFrame of shape (n_groups, 4)
        Columns ``count``, ``mean``, ``min`` and ``max``.
    """
    grouped = df.groupby(key)[value]
    columns = {
        "count": grouped.count(),
        "mean": grouped.mean(),
        "min": grouped.min(),
        "max": grouped.max(),
    }
    return pd.DataFrame(columns)
