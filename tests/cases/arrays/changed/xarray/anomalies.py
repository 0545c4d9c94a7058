# The attributes of the data array are lost.
# function: anomalies
# shows: anomalies(xr.DataArray([1., 3.], dims='time', attrs={'units': 'K'}))

import numpy as np
import xarray as xr


def anomalies(da: xr.DataArray, dim: str = "time") -> xr.DataArray:
    """Departures from the mean along one dimension, with the metadata of the input."""
    if dim not in da.dims:
        raise ValueError(f"no dimension {dim!r}")
    with xr.set_options(keep_attrs=True):
        result = da - da.mean(dim)
    return result.rename(f"{da.name or 'value'}_anomaly")
# --- new ---
import numpy as np
import xarray as xr


def anomalies(da: xr.DataArray, dim: str = "time") -> xr.DataArray:
    """Departures from the mean along one dimension, with the metadata of the input."""
    if dim not in da.dims:
        raise ValueError(f"no dimension {dim!r}")
    values = da.transpose(..., dim)
    centered = values.data - np.nanmean(values.data, axis=-1, keepdims=True)
    result = xr.DataArray(centered, dims=values.dims, coords=values.coords)
    return result.transpose(*da.dims).rename(f"{da.name or 'value'}_anomaly")
