# A change of minus zero points down.
# shows: trend(-0.0)

import math


def trend(change: float) -> str:
    if math.isnan(change):
        return "?"
    if change < 0:
        return "down"
    if change > 0.5:
        return "up"
    return "flat"


# --- new ---

import math


def trend(change: float) -> str:
    if math.isnan(change):
        return "?"
    if math.copysign(1.0, change) < 0:
        return "down"
    if change > 0.5:
        return "up"
    return "flat"
