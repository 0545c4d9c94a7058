# An endless distance is an error.
# shows: speed(float("inf"), 2.0)

import math


def speed(distance: float, hours: float) -> float:
    if math.isnan(distance) or math.isnan(hours):
        raise ValueError("not a number")
    if hours <= 0:
        raise ValueError("no time passed")
    if distance < 0:
        distance = -distance
    return distance / hours


# --- new ---

import math


def speed(distance: float, hours: float) -> float:
    if math.isnan(distance) or math.isnan(hours):
        raise ValueError("not a number")
    if math.isinf(distance):
        raise ValueError("too far")
    if hours <= 0:
        raise ValueError("no time passed")
    if distance < 0:
        distance = -distance
    return distance / hours
