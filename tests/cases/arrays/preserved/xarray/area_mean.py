# The weights get their name by rename instead of by assignment on the fresh array, and the
# dimensions are passed by keyword in a list instead of by position in a tuple.
# function: area_mean
# calls: area_mean(FIELD); area_mean(FIELD.where(FIELD > 1.0)); area_mean(FIELD.isel(lat=[0]))
# calls: area_mean(FIELD.astype(int).expand_dims(time=2)); area_mean(FIELD.isel(lon=slice(0, 0)))
# calls: area_mean(FIELD.assign_attrs(units="K").rename("t")); area_mean(FIELD.drop_vars("lat"))
# calls: area_mean(FIELD.rename(lat="y"))

import numpy as np
import xarray as xr

FIELD = xr.DataArray(
    np.arange(6.0).reshape(3, 2),
    dims=("lat", "lon"),
    coords={"lat": [-60.0, 0.0, 45.0], "lon": [0.0, 180.0]},
)


def area_mean(da: xr.DataArray) -> xr.DataArray:
    if "lat" not in da.coords:
        raise ValueError("the array has no latitudes")
    weights = np.cos(np.deg2rad(da["lat"]))
    weights.name = "weights"
    return da.weighted(weights).mean(("lat", "lon"))
# --- new ---
import numpy as np
import xarray as xr

FIELD = xr.DataArray(
    np.arange(6.0).reshape(3, 2),
    dims=("lat", "lon"),
    coords={"lat": [-60.0, 0.0, 45.0], "lon": [0.0, 180.0]},
)


def area_mean(da: xr.DataArray) -> xr.DataArray:
    if "lat" not in da.coords:
        raise ValueError("the array has no latitudes")
    latitude = np.deg2rad(da["lat"])
    weights = np.cos(latitude).rename("weights")
    weighted = da.weighted(weights)
    return weighted.mean(dim=["lat", "lon"])
