# assign works on a copy of the frame and sets the column as the explicit copy did.
# function: add_share
# calls: add_share(pd.DataFrame({"value": [1.0, 3.0]}))
# calls: add_share(pd.DataFrame({"value": [2, 6, 8]}))
# calls: add_share(pd.DataFrame({"value": [1.0, np.nan, 1.0]}, index=["a", "a", "b"]))
# calls: add_share(pd.DataFrame({"value": [], "name": []})); add_share(pd.DataFrame({"x": [1]}))
# calls: add_share(pd.DataFrame({"share": ["old"], "value": [0]}))

import pandas as pd


def add_share(df):
    total = df["value"].sum()
    out = df.copy()
    out["share"] = df["value"] / total
    return out
# --- new ---
import pandas as pd


def add_share(df):
    values = df["value"]
    total = values.sum()
    return df.assign(share=values / total)
