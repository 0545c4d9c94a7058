# The row at the very end of the period is included.
# function: between_times
# shows: between_times(pd.DataFrame({'v': 1}, pd.to_datetime(['2024', '2025'])), '2024', '2025')

import pandas as pd


def between_times(df: pd.DataFrame, start: str, end: str) -> pd.DataFrame:
    """Rows of a time-indexed frame in the half-open period from start to end."""
    start, end = pd.Timestamp(start), pd.Timestamp(end)
    if end < start:
        raise ValueError("the period ends before it starts")
    inside = (df.index >= start) & (df.index < end)
    return df.loc[inside].sort_index()
# --- new ---
import pandas as pd


def between_times(df: pd.DataFrame, start: str, end: str) -> pd.DataFrame:
    """Rows of a time-indexed frame in the half-open period from start to end."""
    start, end = pd.Timestamp(start), pd.Timestamp(end)
    if end < start:
        raise ValueError("the period ends before it starts")
    return df.sort_index().loc[start:end]
