# The comprehension with f-strings builds the same labels as the loop with format.
# function: site_labels
# calls: site_labels(pd.DataFrame({"site": ["A", "B"], "depth": [1.25, 10.0]}))
# calls: site_labels(pd.DataFrame({"site": [1, 1], "depth": [2, 3]}, index=["p", "p"]))
# calls: site_labels(pd.DataFrame({"site": [], "depth": []}))
# calls: site_labels(pd.DataFrame({"site": [None], "depth": [np.nan]}))
# calls: site_labels(pd.DataFrame({"site": ["A"], "depth": ["deep"]}))
# calls: site_labels(pd.DataFrame({"site": ["A"]}))

import pandas as pd


def site_labels(df):
    labels = []
    for site, depth in zip(df["site"], df["depth"]):
        labels.append("{}-{:.1f}m".format(site, depth))
    return pd.Series(labels, index=df.index, name="label")
# --- new ---
import pandas as pd


def site_labels(df):
    pairs = zip(df["site"], df["depth"])
    labels = [f"{site}-{depth:.1f}m" for site, depth in pairs]
    return pd.Series(data=labels, index=df.index, name="label")
