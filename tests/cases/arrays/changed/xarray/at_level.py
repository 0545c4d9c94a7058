# The scalar coordinate of the chosen level is dropped from the result.
# function: at_level
# shows: at_level(xr.DataArray([1., 2.], dims='level', coords={'level': [850, 500]}), 510)

import numpy as np
import xarray as xr


def at_level(da: xr.DataArray, level: float, tolerance: float = 25.0) -> xr.DataArray:
    """Slice at the level nearest to the one wanted."""
    distance = abs(da["level"] - level)
    if float(distance.min()) > tolerance:
        raise KeyError(f"no level within {tolerance} of {level}")
    return da.isel(level=int(distance.argmin("level")))
# --- new ---
import numpy as np
import xarray as xr


def at_level(da: xr.DataArray, level: float, tolerance: float = 25.0) -> xr.DataArray:
    """Slice at the level nearest to the one wanted."""
    nearest = da.sel(level=level, method="nearest")
    if abs(float(nearest["level"]) - level) > tolerance:
        raise KeyError(f"no level within {tolerance} of {level}")
    return nearest.drop_vars("level")
