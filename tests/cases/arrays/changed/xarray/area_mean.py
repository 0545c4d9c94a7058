# Cells with NaN count in the sum of the weights.
# function: area_mean
# shows: area_mean(xr.DataArray([2., np.nan], dims='lat', coords={'lat': [0., 60.]}))

import numpy as np
import xarray as xr


def area_mean(field, dim="lat"):
    """Mean over latitudes, weighted by the area of the cells.

    Parameters
    ----------
    field : xr.DataArray of shape (..., n_lats, ...)
        With latitudes in degrees; NaN where there is no value.
    dim : str
        Name of the latitude dimension.

    Returns
    -------
    mean : xr.DataArray
        Without the latitude dimension, NaN where nothing is known.
    """
    weights = np.cos(np.deg2rad(field[dim]))
    weights = weights.where(field.notnull())
    total = weights.sum(dim)
    return (field * weights).sum(dim) / total.where(total > 0)
# --- new ---
import numpy as np
import xarray as xr


def area_mean(field, dim="lat"):
    """Mean over latitudes, weighted by the area of the cells.

    Parameters
    ----------
    field : xr.DataArray of shape (..., n_lats, ...)
        With latitudes in degrees; NaN where there is no value.
    dim : str
        Name of the latitude dimension.

    Returns
    -------
    mean : xr.DataArray
        Without the latitude dimension, NaN where nothing is known.
    """
    weights = np.cos(np.deg2rad(field[dim]))
    weights = weights / weights.sum(dim)
    return (field * weights).sum(dim, min_count=1)
