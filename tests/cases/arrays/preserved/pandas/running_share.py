# The grouped column is taken once instead of twice, div is the division operator, and the name is
# set on the fresh result.
# function: running_share
# calls: running_share(pd.DataFrame({"group": ["a", "a"], "time": [2, 1], "value": [1.0, 3.0]}))
# calls: running_share(pd.DataFrame({"group": [1, 1], "time": [1, 1], "value": [2, 6]}, [0, 0]))
# calls: running_share(pd.DataFrame({"group": ["a"], "time": [1], "value": [0]}))
# calls: running_share(pd.DataFrame({"group": ["a", None], "time": [1, 2], "value": [np.nan, 1.0]}))
# calls: running_share(pd.DataFrame({"group": [], "time": [], "value": []}))

import pandas as pd


def running_share(df):
    """Compute the running share of every group's total over time.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns ``group``, ``time`` and ``value``.

    Returns
    -------
    share : Series of shape (n_rows,)
        Ordered by group and time.
    """
    ordered = df.sort_values(["group", "time"])
    running = ordered.groupby("group")["value"].cumsum()
    totals = ordered.groupby("group")["value"].transform("sum")
    return (running / totals).rename("share")
# --- new ---
import pandas as pd


def running_share(df):
    """Compute the running share of every group's total over time.

    Parameters
    ----------
    df : DataFrame of shape (n_rows, n_columns)
        Data with the columns ``group``, ``time`` and ``value``.

    Returns
    -------
    share : Series of shape (n_rows,)
        Ordered by group and time.
    """
    ordered = df.sort_values(by=["group", "time"])
    grouped = ordered.groupby("group")["value"]
    share = grouped.cumsum().div(grouped.transform("sum"))
    share.name = "share"
    return share
