# Cells on the northern and eastern bounds are left out.
# function: crop_region
# shows: crop_region(xr.DataArray(np.eye(2), [('lat', [0, 1]), ('lon', [5, 6])]), 0, 1, 5, 6)

import numpy as np
import xarray as xr


def crop_region(da, south, north, west, east):
    if south > north or west > east:
        raise ValueError("the bounds are out of order")
    da = da.sortby("lat").sortby("lon")
    return da.sel(lat=slice(south, north), lon=slice(west, east))
# --- new ---
import numpy as np
import xarray as xr


def crop_region(da, south, north, west, east):
    if south > north or west > east:
        raise ValueError("the bounds are out of order")
    da = da.sortby(["lat", "lon"])
    rows = np.searchsorted(da["lat"].values, [south, north])
    cols = np.searchsorted(da["lon"].values, [west, east])
    return da.isel(lat=slice(*rows), lon=slice(*cols))
