# The grouped array is made once instead of twice, and the dimension is passed by keyword.
# function: monthly_anomalies
# calls: monthly_anomalies(TEMPERATURE); monthly_anomalies(TEMPERATURE.isel(time=[0]))
# calls: monthly_anomalies(TEMPERATURE.isel(time=slice(0, 0)))
# calls: monthly_anomalies(TEMPERATURE.where(TEMPERATURE > 1.0))
# calls: monthly_anomalies(TEMPERATURE.isel(time=[0, 0, 4])); monthly_anomalies(xr.DataArray([1.0]))
# calls: monthly_anomalies(TEMPERATURE.astype(int).rename("t").assign_attrs(units="K"))

import numpy as np
import pandas as pd
import xarray as xr

TEMPERATURE = xr.DataArray(
    np.arange(10.0).reshape(5, 2),
    dims=("time", "x"),
    coords={"time": pd.date_range("2020-01-15", periods=5, freq="90D")},
)


def monthly_anomalies(da: xr.DataArray) -> xr.DataArray:
    if "time" not in da.dims:
        raise ValueError("the array has no dimension 'time'")
    climatology = da.groupby("time.month").mean("time")
    anomalies = da.groupby("time.month") - climatology
    return anomalies.drop_vars("month")
# --- new ---
import numpy as np
import pandas as pd
import xarray as xr

TEMPERATURE = xr.DataArray(
    np.arange(10.0).reshape(5, 2),
    dims=("time", "x"),
    coords={"time": pd.date_range("2020-01-15", periods=5, freq="90D")},
)


def monthly_anomalies(da: xr.DataArray) -> xr.DataArray:
    if "time" not in da.dims:
        raise ValueError("the array has no dimension 'time'")
    by_month = da.groupby("time.month")
    anomalies = by_month - by_month.mean(dim="time")
    return anomalies.drop_vars("month")
