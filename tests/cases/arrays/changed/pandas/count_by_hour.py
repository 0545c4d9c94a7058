# The counts become floats once hours without events are filled in.
# function: count_by_hour
# shows: count_by_hour(pd.Series(pd.to_datetime(['2024-01-01 03:10', '2024-01-01 03:40'])))

import pandas as pd


def count_by_hour(times):
    hours = times.dropna().dt.hour
    counts = hours.value_counts(sort=False)
    counts = counts.reindex(range(24), fill_value=0)
    return counts.rename_axis("hour").rename("events")
# --- new ---
import pandas as pd


def count_by_hour(times):
    hours = times.dropna().dt.hour
    counts = hours.groupby(hours).size().reindex(range(24)).fillna(0)
    counts.index.name = "hour"
    counts.name = "events"
    return counts
