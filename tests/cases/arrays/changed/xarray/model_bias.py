# Times that only one of the arrays has are cut off without the ValueError.
# function: model_bias
# shows: model_bias(*[xr.DataArray([1., 2.], [('time', t)]) for t in ([0, 1], [1, 2])])

import numpy as np
import xarray as xr


def model_bias(model: xr.DataArray, observed: xr.DataArray) -> xr.DataArray:
    """Mean difference between a model and observations on the same times."""
    model, observed = xr.align(model, observed, join="exact")
    difference = model - observed
    return difference.mean("time").rename("bias")
# --- new ---
import numpy as np
import xarray as xr


def model_bias(model: xr.DataArray, observed: xr.DataArray) -> xr.DataArray:
    """Mean difference between a model and observations on the same times."""
    difference = model - observed
    return difference.mean(dim="time").rename("bias")
