# Indexing with a dict of slices is isel, and a slice from the start needs no zero.
# function: leading_mean
# calls: leading_mean(xr.DataArray([1.0, 2.0, 6.0], dims="time"), "time", 2)
# calls: leading_mean(xr.DataArray([[1, 2], [3, 5]], dims=("y", "x"), coords={"y": [7, 7]}), "x", 1)
# calls: leading_mean(xr.DataArray([1.0, np.nan], dims="t"), "t", 2)
# calls: leading_mean(xr.DataArray([1.0], dims="t"), "t", 0)
# calls: leading_mean(xr.DataArray([1.0], dims="t"), "t", 2)
# calls: leading_mean(xr.Dataset({"a": ("t", [1.0, 4.0])}), "t", 2)
# calls: leading_mean(xr.DataArray([], dims="t"), "t", 0)

import xarray as xr


def leading_mean(field, dim, n_steps):
    size = field.sizes[dim]
    if n_steps > size:
        raise ValueError("asked for {} steps but {} has {}".format(n_steps, dim, size))
    window = field.isel({dim: slice(0, n_steps)})
    return window.mean(dim)
# --- new ---
import xarray as xr


def leading_mean(field, dim, n_steps):
    size = field.sizes[dim]
    if n_steps > size:
        raise ValueError(f"asked for {n_steps} steps but {dim} has {size}")
    leading = {dim: slice(n_steps)}
    return field[leading].mean(dim=dim)
