# The dimensions come out with depth last instead of in the order of the input.
# function: cumulative_by_depth
# shows: cumulative_by_depth(xr.DataArray(np.ones((2, 3)), {'depth': [0., 2.]}, ('depth', 'x')))

import numpy as np
import xarray as xr


def cumulative_by_depth(profile):
    """Integral of a profile from the surface down, by the trapezoidal rule.

    Parameters
    ----------
    profile : xr.DataArray of shape (n_depths, ...)
        With a coordinate ``depth`` in metres, increasing.

    Returns
    -------
    integral : xr.DataArray of the same shape
        Zero at the first depth.
    """
    ordered = profile.transpose("depth", ...)
    widths = np.diff(ordered["depth"].values)
    widths = widths.reshape((-1,) + (1,) * (ordered.ndim - 1))
    middle = 0.5 * (ordered.values[1:] + ordered.values[:-1])
    integral = np.zeros(ordered.shape)
    integral[1:] = np.cumsum(middle * widths, axis=0)
    return ordered.copy(data=integral).transpose(*profile.dims)
# --- new ---
import numpy as np
import xarray as xr


def cumulative_by_depth(profile):
    """Integral of a profile from the surface down, by the trapezoidal rule.

    Parameters
    ----------
    profile : xr.DataArray of shape (n_depths, ...)
        With a coordinate ``depth`` in metres, increasing.

    Returns
    -------
    integral : xr.DataArray of the same shape
        Zero at the first depth.
    """
    ordered = profile.transpose(..., "depth")
    widths = np.diff(ordered["depth"].values)
    middle = 0.5 * (ordered.values[..., 1:] + ordered.values[..., :-1])
    integral = np.zeros(ordered.shape)
    integral[..., 1:] = np.cumsum(middle * widths, axis=-1)
    return ordered.copy(data=integral)
