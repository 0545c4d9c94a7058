# The first record of each id is kept after the sort instead of the last.
# function: latest_records
# shows: latest_records(pd.DataFrame({'id': [1, 1, 2], 'updated': [5, 9, 7], 'v': ['x', 'y', 'z']}))

import pandas as pd


def latest_records(df, key="id", time="updated"):
    rows = df.dropna(subset=[key]).sort_values(time, kind="stable")
    rows = rows.drop_duplicates(subset=key, keep="last")
    return rows.sort_values(key).reset_index(drop=True)
# --- new ---
import pandas as pd


def latest_records(df, key="id", time="updated"):
    rows = df[df[key].notna()].sort_values(time, kind="stable")
    latest = rows.groupby(key, sort=True).head(1)
    return latest.sort_values(key).reset_index(drop=True)
