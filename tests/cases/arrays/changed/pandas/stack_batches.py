# The rows keep the index of their batch, so labels repeat.
# function: stack_batches
# shows: stack_batches({'a': pd.DataFrame({'v': [1, 2]}), 'b': pd.DataFrame({'v': [3]})})

import pandas as pd


def stack_batches(batches):
    """Put batches of measurements under one another.

    Parameters
    ----------
    batches : dict of str to pd.DataFrame of shape (n_rows, n_features)
        Measurements by the name of the batch.

    Returns
    -------
    table : pd.DataFrame of shape (n_total, n_features + 1)
        All rows, with a last column ``batch``.
    """
    if not batches:
        return pd.DataFrame(columns=["batch"])
    parts = [part.assign(batch=name) for name, part in batches.items()]
    return pd.concat(parts, ignore_index=True)
# --- new ---
import pandas as pd


def stack_batches(batches):
    """Put batches of measurements under one another.

    Parameters
    ----------
    batches : dict of str to pd.DataFrame of shape (n_rows, n_features)
        Measurements by the name of the batch.

    Returns
    -------
    table : pd.DataFrame of shape (n_total, n_features + 1)
        All rows, with a last column ``batch``.
    """
    if not batches:
        return pd.DataFrame(columns=["batch"])
    parts = []
    for name, part in batches.items():
        part = part.copy()
        part["batch"] = name
        parts.append(part)
    return pd.concat(parts)
