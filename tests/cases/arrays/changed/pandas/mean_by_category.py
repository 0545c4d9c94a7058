# Categories that do not occur disappear from the result instead of showing up as NaN.
# function: mean_by_category
# shows: mean_by_category(pd.DataFrame({'c': pd.Categorical(['x'], [*'xy']), 'w': [1.]}), 'c', 'w')

import pandas as pd


def mean_by_category(df, category, value):
    """Mean of a column for each category.

    Parameters
    ----------
    df : pd.DataFrame of shape (n_rows, n_columns)
        Table of observations.
    category : str
        Name of a categorical column.
    value : str
        Name of a numeric column.

    Returns
    -------
    means : pd.Series of shape (n_categories,)
        In the order of the categories.
    """
    means = df.groupby(category, observed=False)[value].mean()
    means.index = means.index.astype(str)
    return means.rename(f"mean_{value}")
# --- new ---
import pandas as pd


def mean_by_category(df, category, value):
    """Mean of a column for each category.

    Parameters
    ----------
    df : pd.DataFrame of shape (n_rows, n_columns)
        Table of observations.
    category : str
        Name of a categorical column.
    value : str
        Name of a numeric column.

    Returns
    -------
    means : pd.Series of shape (n_categories,)
        In the order of the categories.
    """
    means = df.groupby(category, observed=True)[value].mean()
    means.index = means.index.astype(str)
    return means.rename(f"mean_{value}")
