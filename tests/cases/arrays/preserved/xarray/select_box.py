# loc with a dict of slices selects by label as sel does.
# function: select_box
# calls: select_box(GRID, 0, 10, 0, 20)
# calls: select_box(GRID.isel(lat=slice(None, None, -1)), 0, 10, 5, 10)
# calls: select_box(GRID, 3, 4, 0, 20); select_box(GRID.astype(int), -50, 50, 10, 10)
# calls: select_box(GRID.where(GRID > 2.0), -10, 0, 0, 10)
# calls: select_box(GRID.isel(lat=[1]), 0, 0, 0, 0)
# calls: select_box(GRID.isel(lat=slice(0, 0)), 0, 1, 0, 1)
# calls: select_box(GRID.rename(lon="x"), 0, 1, 0, 1)

import numpy as np
import xarray as xr

GRID = xr.DataArray(
    np.arange(9.0).reshape(3, 3),
    dims=("lat", "lon"),
    coords={"lat": [-10, 0, 10], "lon": [0, 10, 20]},
    attrs={"units": "K"},
)


def select_box(
    da: xr.DataArray, south: float, north: float, west: float, east: float
) -> xr.DataArray:
    if da.sizes["lat"] == 0:
        raise ValueError("no latitudes to select from")
    descending = bool(da["lat"][0] > da["lat"][-1])
    if descending:
        south, north = north, south
    return da.sel(lat=slice(south, north), lon=slice(west, east))
# --- new ---
import numpy as np
import xarray as xr

GRID = xr.DataArray(
    np.arange(9.0).reshape(3, 3),
    dims=("lat", "lon"),
    coords={"lat": [-10, 0, 10], "lon": [0, 10, 20]},
    attrs={"units": "K"},
)


def select_box(
    da: xr.DataArray, south: float, north: float, west: float, east: float
) -> xr.DataArray:
    if da.sizes["lat"] == 0:
        raise ValueError("no latitudes to select from")
    latitudes, longitudes = slice(south, north), slice(west, east)
    if da["lat"][0] > da["lat"][-1]:
        latitudes = slice(north, south)
    return da.loc[{"lat": latitudes, "lon": longitudes}]
