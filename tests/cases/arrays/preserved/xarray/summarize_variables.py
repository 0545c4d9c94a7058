# The dict comprehension takes the same means of the same variables as the loop.
# function: summarize_variables
# calls: summarize_variables(xr.Dataset({"a": ("t", [1.0, 3.0]), "b": ("t", [2, 5])}), "t")
# calls: summarize_variables(xr.Dataset({"a": (("t", "x"), [[np.nan]]), "c": ("x", [1])}), "t")
# calls: summarize_variables(xr.Dataset(), "t")
# calls: summarize_variables(xr.Dataset({"s": ("t", ["p"])}), "t")
# calls: summarize_variables(xr.Dataset({"a": ("t", [])}, attrs={"title": "empty"}), "t")
# calls: summarize_variables(xr.Dataset({"a": ("t", [1.0, 2.0])}, coords={"t": [4, 4]}), "t")

import numpy as np
import xarray as xr


def summarize_variables(ds, dim):
    """Average the numeric variables of a dataset along one dimension.

    Parameters
    ----------
    ds : Dataset
        Variables without `dim` or without numbers are left out.
    dim : str
        Dimension of length n_steps to average over.

    Returns
    -------
    means : Dataset
        Keeps the attributes of the dataset.
    """
    means = {}
    for name in ds.data_vars:
        variable = ds[name]
        if dim in variable.dims and np.issubdtype(variable.dtype, np.number):
            means[name] = variable.mean(dim)
    return xr.Dataset(means, attrs=ds.attrs)
# --- new ---
import numpy as np
import xarray as xr


def _can_average(variable, dim):
    return dim in variable.dims and np.issubdtype(variable.dtype, np.number)


def summarize_variables(ds, dim):
    """Average the numeric variables of a dataset along one dimension.

    Parameters
    ----------
    ds : Dataset
        Variables without `dim` or without numbers are left out.
    dim : str
        Dimension of length n_steps to average over.

    Returns
    -------
    means : Dataset
        Keeps the attributes of the dataset.
    """
    means = {
        name: variable.mean(dim=dim)
        for name, variable in ds.data_vars.items()
        if _can_average(variable, dim)
    }
    return xr.Dataset(data_vars=means, attrs=ds.attrs)
