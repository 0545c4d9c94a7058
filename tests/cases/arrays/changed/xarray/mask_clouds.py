# The mask is inverted: the cloudy pixels are kept and the clear ones blanked.
# function: mask_clouds
# shows: mask_clouds(xr.Dataset({'red': ('x', [1., 2.]), 'qa': ('x', [0, 2])}))

import numpy as np
import xarray as xr


def mask_clouds(scene, flag=2):
    """Blank out the cloudy pixels of a scene.

    Parameters
    ----------
    scene : xr.Dataset
        Bands of shape (n_rows, n_cols) and the quality flags ``qa``.
    flag : int
        Bit that marks clouds in ``qa``.

    Returns
    -------
    masked : xr.Dataset
        The bands, NaN under clouds, without the flags.
    """
    clear = (scene["qa"] & flag) == 0
    bands = scene.drop_vars("qa")
    return bands.where(clear)
# --- new ---
import numpy as np
import xarray as xr


def mask_clouds(scene, flag=2):
    """Blank out the cloudy pixels of a scene.

    Parameters
    ----------
    scene : xr.Dataset
        Bands of shape (n_rows, n_cols) and the quality flags ``qa``.
    flag : int
        Bit that marks clouds in ``qa``.

    Returns
    -------
    masked : xr.Dataset
        The bands, NaN under clouds, without the flags.
    """
    cloudy = (scene["qa"] & flag).astype(bool)
    return scene.drop_vars("qa").where(cloudy)
