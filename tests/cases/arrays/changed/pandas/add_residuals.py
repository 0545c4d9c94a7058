# Fitted values are matched by position in one version and by index label in the other.
# function: add_residuals
# shows: add_residuals(pd.DataFrame({'y': [1., 2.]}, index=[1, 0]), pd.Series([1., 2.]))

import pandas as pd


def add_residuals(df: pd.DataFrame, fitted: pd.Series) -> pd.DataFrame:
    """Append fitted values, in row order, and the residuals of a model."""
    if len(df) != len(fitted):
        raise ValueError("one fitted value per row is needed")
    return df.assign(
        fitted=fitted.to_numpy(),
        residual=df["y"].to_numpy() - fitted.to_numpy(),
    )
# --- new ---
import pandas as pd


def add_residuals(df: pd.DataFrame, fitted: pd.Series) -> pd.DataFrame:
    """Append fitted values, in row order, and the residuals of a model."""
    if len(df) != len(fitted):
        raise ValueError("one fitted value per row is needed")
    result = df.copy()
    result["fitted"] = fitted
    result["residual"] = result["y"] - result["fitted"]
    return result
