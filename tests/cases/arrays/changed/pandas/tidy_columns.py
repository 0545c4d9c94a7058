# The caller's frame gets the new column names too.
# function: tidy_columns
# shows: (lambda d: (tidy_columns(d), d.columns[0]))(pd.DataFrame({' Net Pay': [1]}))

import pandas as pd


def tidy_columns(df: pd.DataFrame) -> pd.DataFrame:
    """Lower-case the column names and join their words by underscores."""
    names = []
    for column in df.columns:
        words = str(column).strip().lower().split()
        names.append("_".join(words))
    if len(set(names)) < len(names):
        raise ValueError("column names are not unique once tidied")
    return df.set_axis(names, axis=1)
# --- new ---
import pandas as pd


def tidy_columns(df: pd.DataFrame) -> pd.DataFrame:
    """Lower-case the column names and join their words by underscores."""
    names = df.columns.astype(str).str.strip().str.lower()
    names = names.str.replace(r"\s+", "_", regex=True)
    if names.has_duplicates:
        raise ValueError("column names are not unique once tidied")
    df.columns = list(names)
    return df
