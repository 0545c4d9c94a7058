# The columns of the overview are collected in a dict one after the other instead of in a literal.
# function: column_overview
# calls: column_overview(pd.DataFrame({"a": [1, 2], "b": ["x", None]}))
# calls: column_overview(pd.DataFrame())
# calls: column_overview(pd.DataFrame({"t": [np.nan, 1.0, 1.0]}, index=[0, 0, 0]))
# calls: column_overview(pd.DataFrame({"a": [True]}).rename_axis(columns="name"))
# calls: column_overview(pd.DataFrame({"a": [1, 2]}).iloc[:0])

import pandas as pd


def column_overview(df: pd.DataFrame) -> pd.DataFrame:
    overview = pd.DataFrame({
        "dtype": df.dtypes.astype(str),
        "missing": df.isna().sum(axis=0),
        "unique": df.nunique(),
    })
    return overview.rename_axis("column")
# --- new ---
import pandas as pd


def column_overview(df: pd.DataFrame) -> pd.DataFrame:
    columns = {}
    columns["dtype"] = df.dtypes.astype(str)
    columns["missing"] = df.isna().sum()
    columns["unique"] = df.nunique(axis=0)
    overview = pd.DataFrame(columns)
    return overview.rename_axis(index="column")
