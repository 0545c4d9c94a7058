# The chain was split over variables, and sort_values numbers the rows itself instead of a
# reset_index that drops the old labels.
# function: clean_readings
# calls: clean_readings(pd.DataFrame({"sensor": ["a", None], "time": [2, 1], "value": [1.0, 2.0]}))
# calls: clean_readings(pd.DataFrame({"sensor": [1, 2], "time": [2, 1], "value": [3, 4]}, [7, 7]))
# calls: clean_readings(pd.DataFrame({"sensor": ["a"], "time": [1], "value": [np.nan]}))
# calls: clean_readings(pd.DataFrame({"sensor": [], "time": [], "value": []}))
# calls: clean_readings(pd.DataFrame({"sensor": ["a"], "time": [1]}))

import pandas as pd


def clean_readings(df):
    return (
        df.dropna(subset=["sensor", "value"])
        .rename(columns={"value": "reading"})
        .sort_values("time", kind="stable")
        .reset_index(drop=True)
    )
# --- new ---
import pandas as pd


def clean_readings(df):
    complete = df.dropna(subset=["sensor", "value"])
    renamed = complete.rename(columns={"value": "reading"})
    ordered = renamed.sort_values(by="time", kind="stable", ignore_index=True)
    return ordered
