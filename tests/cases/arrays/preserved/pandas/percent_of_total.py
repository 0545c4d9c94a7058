# Multiplying by 100 before instead of after the division differs by rounding only.
# function: percent_of_total
# calls: percent_of_total(pd.Series([1.0, 2.0, 5.0]))
# calls: percent_of_total(pd.Series([1, 2], index=[3, 3]))
# calls: percent_of_total(pd.Series([np.nan, 3.0, 4.0], name="x"))
# calls: percent_of_total(pd.Series([0, 0])); percent_of_total(pd.Series([], dtype=int))
# calls: percent_of_total(pd.Series([7]))

import pandas as pd


def percent_of_total(series):
    """Express values as percentages of their sum.

    Parameters
    ----------
    series : Series of shape (n_values,)
        Numeric values; missing ones are left out of the sum.

    Returns
    -------
    percent : Series of shape (n_values,)
        Floats with the index and the name of `series`.
    """
    values = series.astype(float)
    total = values.sum()
    return values / total * 100.0
# --- new ---
import pandas as pd


def percent_of_total(series):
    """Express values as percentages of their sum.

    Parameters
    ----------
    series : Series of shape (n_values,)
        Numeric values; missing ones are left out of the sum.

    Returns
    -------
    percent : Series of shape (n_values,)
        Floats with the index and the name of `series`.
    """
    values = series.astype(float)
    return 100.0 * values / values.sum()
