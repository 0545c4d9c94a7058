# to_numpy and values of a frame are the same array, and np.hstack of 2-D arrays joins columns as
# np.concatenate along axis 1 does.
# function: design_matrix
# calls: design_matrix(pd.DataFrame({"a": [1, 2], "b": [0.5, np.nan]}), ["a", "b"])
# calls: design_matrix(pd.DataFrame({"a": [1, 2]}, index=["r", "r"]), ["a"])
# calls: design_matrix(pd.DataFrame({"a": [], "b": []}), ["b", "a"])
# calls: design_matrix(pd.DataFrame({"a": [3]}), []); design_matrix(pd.DataFrame({"a": [3]}), ["c"])
# calls: design_matrix(pd.DataFrame({"a": [True, False], "b": [1, 2]}), ["a", "b"])

import numpy as np
import pandas as pd


def design_matrix(df, features):
    """Build the matrix of a linear model with intercept.

    Parameters
    ----------
    df : DataFrame of shape (n_samples, n_columns)
        Data with numeric feature columns.
    features : list of str
        Names of the feature columns.

    Returns
    -------
    matrix : ndarray of shape (n_samples, 1 + n_features)
        The first column is all ones.
    """
    values = np.asarray(df[features].values, dtype=float)
    intercept = np.ones((len(df), 1))
    return np.hstack([intercept, values])
# --- new ---
import numpy as np
import pandas as pd


def design_matrix(df, features):
    """Build the matrix of a linear model with intercept.

    Parameters
    ----------
    df : DataFrame of shape (n_samples, n_columns)
        Data with numeric feature columns.
    features : list of str
        Names of the feature columns.

    Returns
    -------
    matrix : ndarray of shape (n_samples, 1 + n_features)
        The first column is all ones.
    """
    values = df[features].to_numpy()
    intercept = np.ones((df.shape[0], 1))
    return np.concatenate([intercept, values.astype(float)], axis=1)
