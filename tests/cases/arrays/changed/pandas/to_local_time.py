# Naive times are taken as local times instead of as UTC times to be converted.
# function: to_local_time
# shows: to_local_time(pd.Series(['2024-07-01 12:00']), 'Europe/Paris')

import pandas as pd


def to_local_time(stamps, zone):
    if not isinstance(stamps, pd.Series):
        raise TypeError("stamps must be a Series")
    times = pd.to_datetime(stamps, utc=True)
    return times.dt.tz_convert(zone).dt.floor("min")
# --- new ---
import pandas as pd


def to_local_time(stamps, zone):
    if not isinstance(stamps, pd.Series):
        raise TypeError("stamps must be a Series")
    times = pd.to_datetime(stamps)
    if times.dt.tz is None:
        times = times.dt.tz_localize(zone)
    else:
        times = times.dt.tz_convert(zone)
    return times.dt.floor("min")
