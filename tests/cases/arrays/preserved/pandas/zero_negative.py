# Assigning zero on the converted copy and mask replace the same floats, and NaN stays NaN.
# function: zero_negative
# calls: zero_negative(pd.DataFrame({"x": [-1.0, 2.0, np.nan]}), "x")
# calls: zero_negative(pd.DataFrame({"x": [-3, 4]}, index=["a", "a"]), "x")
# calls: zero_negative(pd.DataFrame({"x": []}), "x"); zero_negative(pd.DataFrame({"x": [5]}), "x")
# calls: zero_negative(pd.DataFrame({"x": [1]}), "y")
# calls: zero_negative(pd.DataFrame({"x": ["a"]}), "x")

import pandas as pd


def zero_negative(df, column):
    if column not in df.columns:
        raise KeyError(f"no column {column!r}")
    result = df[column].astype(float)
    result[result < 0.0] = 0.0
    return result
# --- new ---
import pandas as pd


def zero_negative(df, column):
    if column not in df.columns:
        raise KeyError(f"no column {column!r}")
    values = df[column].astype(float)
    is_negative = values < 0.0
    return values.mask(is_negative, 0.0)
