# The weight of a row whose value is missing stays in the denominator.
# function: weighted_means
# shows: weighted_means(pd.DataFrame({'g': [*'aa'], 'x': [2., np.nan], 'w': [1., 3.]}), 'g')

import numpy as np
import pandas as pd


def weighted_means(df, by, value="x", weight="w"):
    """Weighted mean of a column in each group.

    Parameters
    ----------
    df : pd.DataFrame of shape (n_rows, n_columns)
        Observations; rows with a missing value are left out.
    by : str
        Column to group by.
    value, weight : str
        Names of the columns with the values and their weights.

    Returns
    -------
    means : pd.Series of shape (n_groups,)
    """
    def mean_of(group):
        present = group.loc[group[value].notna()]
        if present[weight].sum() == 0:
            return np.nan
        return np.average(present[value], weights=present[weight])

    return pd.Series({key: mean_of(group) for key, group in df.groupby(by)}, dtype=float)
# --- new ---
import numpy as np
import pandas as pd


def weighted_means(df, by, value="x", weight="w"):
    """Weighted mean of a column in each group.

    Parameters
    ----------
    df : pd.DataFrame of shape (n_rows, n_columns)
        Observations; rows with a missing value are left out.
    by : str
        Column to group by.
    value, weight : str
        Names of the columns with the values and their weights.

    Returns
    -------
    means : pd.Series of shape (n_groups,)
    """
    weighted = df[value] * df[weight]
    totals = df[weight].groupby(df[by]).sum()
    means = weighted.groupby(df[by]).sum(min_count=1) / totals.replace(0, np.nan)
    return means.rename_axis(None)
