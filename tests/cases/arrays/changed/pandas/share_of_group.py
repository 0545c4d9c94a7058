# Rows with a missing key form a group of their own in one version and get NaN in the other.
# function: share_of_group
# shows: share_of_group(pd.DataFrame({'g': ['a', None, 'a'], 'v': [1., 2., 3.]}), 'g', 'v')

import pandas as pd


def share_of_group(df, key, value):
    if (df[value] < 0).any():
        raise ValueError(f"{value} has negative entries")
    totals = df.groupby(key, dropna=False)[value].transform("sum")
    share = df[value] / totals
    return share.rename(f"{value}_share")
# --- new ---
import pandas as pd


def share_of_group(df, key, value):
    if (df[value] < 0).any():
        raise ValueError(f"{value} has negative entries")
    def fraction(values):
        return values / values.sum()

    share = df.groupby(key)[value].transform(fraction)
    return share.rename(f"{value}_share")
