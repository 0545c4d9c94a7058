# The columns keep the axis name of the pivot instead of having none.
# function: wide_measurements
# shows: wide_measurements(pd.DataFrame({'id': [1, 1], 'metric': ['h', 'w'], 'value': [3., 4.]}))

import pandas as pd


def wide_measurements(long):
    """Spread long measurements over one column per metric.

    Parameters
    ----------
    long : pd.DataFrame of shape (n_measurements, 3)
        With columns ``id``, ``metric`` and ``value``.

    Returns
    -------
    wide : pd.DataFrame of shape (n_ids, 1 + n_metrics)
        Column ``id`` and then the metrics in order of name.
    """
    wide = long.set_index(["id", "metric"])["value"].unstack("metric")
    wide = wide.sort_index(axis=1).reset_index()
    wide.columns.name = None
    return wide
# --- new ---
import pandas as pd


def wide_measurements(long):
    """Spread long measurements over one column per metric.

    Parameters
    ----------
    long : pd.DataFrame of shape (n_measurements, 3)
        With columns ``id``, ``metric`` and ``value``.

    Returns
    -------
    wide : pd.DataFrame of shape (n_ids, 1 + n_metrics)
        Column ``id`` and then the metrics in order of name.
    """
    wide = long.pivot(index="id", columns="metric", values="value")
    return wide.sort_index(axis=1).reset_index()
