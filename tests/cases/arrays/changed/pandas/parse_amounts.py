# A text that is no number becomes NaN instead of raising ValueError.
# function: parse_amounts
# shows: parse_amounts(pd.Series(['1,200.5', 'n/k', '']))

import numpy as np
import pandas as pd


def parse_amounts(series):
    cleaned = series.astype(str).str.strip().str.replace(",", "", regex=False)
    cleaned = cleaned.where(cleaned != "", np.nan)
    return cleaned.astype(float)
# --- new ---
import numpy as np
import pandas as pd


def parse_amounts(series):
    cleaned = series.astype(str).str.replace(",", "", regex=False).str.strip()
    return pd.to_numeric(cleaned, errors="coerce").astype(float)
