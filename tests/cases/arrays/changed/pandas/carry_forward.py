# The last value of one station is carried into the first rows of the next one.
# function: carry_forward
# shows: carry_forward(pd.DataFrame({'station': [*'ab'], 'time': [1, 1], 'level': [5., np.nan]}))

import numpy as np
import pandas as pd


def carry_forward(df, limit=None):
    filled = df.sort_values(["station", "time"], kind="stable").copy()
    filled["imputed"] = filled["level"].isna()
    filled["level"] = filled.groupby("station")["level"].ffill(limit=limit)
    filled["imputed"] &= filled["level"].notna()
    return filled.reset_index(drop=True)
# --- new ---
import numpy as np
import pandas as pd


def carry_forward(df, limit=None):
    filled = df.sort_values(["station", "time"], kind="stable", ignore_index=True)
    missing = filled["level"].isna()
    filled["imputed"] = missing
    filled["level"] = filled["level"].ffill(limit=limit)
    filled["imputed"] = missing & filled["level"].notna()
    return filled
