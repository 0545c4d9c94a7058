# Setting a variable on a shallow copy is what assign does.
# function: add_wind_speed
# calls: add_wind_speed(xr.Dataset({"u": ("x", [3.0, 0.0]), "v": ("x", [4.0, 1.0])}))
# calls: add_wind_speed(xr.Dataset({"u": ("x", [3], {"units": "m/s"}), "v": ("x", [4])}))
# calls: add_wind_speed(xr.Dataset({"u": ("x", [np.nan, 1.0]), "v": ("x", [1, 2])}, {"x": [5, 5]}))
# calls: add_wind_speed(xr.Dataset({"u": ("x", []), "v": ("x", [])})); add_wind_speed(xr.Dataset())
# calls: add_wind_speed(xr.Dataset({"u": 3.0, "v": 4.0, "speed": 1.0}, attrs={"source": "model"}))

import numpy as np
import xarray as xr


def add_wind_speed(ds):
    u, v = ds["u"], ds["v"]
    speed = np.sqrt(u ** 2 + v ** 2)
    speed.attrs = {"long_name": "wind speed", "units": u.attrs.get("units", "m s-1")}
    out = ds.copy()
    out["speed"] = speed
    return out
# --- new ---
import numpy as np
import xarray as xr


def add_wind_speed(ds):
    u, v = ds["u"], ds["v"]
    units = u.attrs.get("units", "m s-1")
    speed = np.sqrt(u ** 2 + v ** 2)
    speed.attrs = {"long_name": "wind speed", "units": units}
    return ds.assign(speed=speed)
