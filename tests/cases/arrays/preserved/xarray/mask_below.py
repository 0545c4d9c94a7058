# where calls a condition given as a function with the array itself, which is the condition that
# was passed before.
# function: mask_below
# calls: mask_below(xr.DataArray([1.0, 5.0], dims="x", name="rain"), 2.0)
# calls: mask_below(xr.DataArray([1, 5], dims="x", coords={"x": [0, 0]}), 2, fill=0)
# calls: mask_below(xr.DataArray([np.nan, 3.0], dims="x", attrs={"units": "mm"}), 1.0, fill=-1.0)
# calls: mask_below(xr.DataArray([], dims="x"), 1.0); mask_below(xr.DataArray(np.eye(2)), np.nan)
# calls: mask_below(xr.Dataset({"a": ("x", [1.0, 2.0])}), 1.5)

import numpy as np
import xarray as xr


def mask_below(da, threshold, fill=np.nan):
    """Replace values below a threshold.

    Parameters
    ----------
    da : DataArray of any shape
        Field to mask; left unchanged.
    threshold : float
        Smallest value to keep.
    fill : float, default nan
        Value put in place of missing and small values.

    Returns
    -------
    masked : DataArray of the same shape
    """
    keep = da >= threshold
    return da.where(keep, other=fill)
# --- new ---
import numpy as np
import xarray as xr


def mask_below(da, threshold, fill=np.nan):
    """Replace values below a threshold.

    Parameters
    ----------
    da : DataArray of any shape
        Field to mask; left unchanged.
    threshold : float
        Smallest value to keep.
    fill : float, default nan
        Value put in place of missing and small values.

    Returns
    -------
    masked : DataArray of the same shape
    """
    return da.where(lambda field: field >= threshold, fill)
