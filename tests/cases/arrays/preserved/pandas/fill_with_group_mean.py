# Filling the missing values and keeping the others by where take the same value at every row, as
# the group means carry the labels of the column itself.
# function: fill_with_group_mean
# calls: fill_with_group_mean(pd.DataFrame({"g": [1, 1, 2], "x": [1.0, np.nan, 3.0]}), "g", "x")
# calls: fill_with_group_mean(pd.DataFrame({"g": [1, 1], "x": [4, 5]}, index=[0, 0]), "g", "x")
# calls: fill_with_group_mean(pd.DataFrame({"g": ["a", None], "x": [np.nan, np.nan]}), "g", "x")
# calls: fill_with_group_mean(pd.DataFrame({"g": [], "x": []}), "g", "x")
# calls: fill_with_group_mean(pd.DataFrame({"g": [1, 1], "x": [np.nan, 2]}, index=[3, 3]), "g", "x")

import pandas as pd


def fill_with_group_mean(df, key, value):
    """Replace missing values by the mean of their group.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns `key` and `value`; left unchanged.
    key : str
        Column with the group labels.
    value : str
        Floating-point column to fill.

    Returns
    -------
    filled : Series of shape (n_rows,)
        Values still missing belong to groups without any value.
    """
    column = df[value]
    means = df.groupby(key)[value].transform("mean")
    return column.fillna(means)
# --- new ---
import pandas as pd


def fill_with_group_mean(df, key, value):
    """Replace missing values by the mean of their group.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns `key` and `value`; left unchanged.
    key : str
        Column with the group labels.
    value : str
        Floating-point column to fill.

    Returns
    -------
    filled : Series of shape (n_rows,)
        Values still missing belong to groups without any value.
    """
    column = df[value]
    means = df.groupby(key)[value].transform("mean")
    return column.where(column.notna(), means)
