# An unknown unit of the old catalogue raises another error.
# shows: factor("legacy/ell")

UNITS = {"m": 1000, "cm": 10, "mm": 1}


def factor(unit: str) -> int:
    if unit in UNITS:
        return UNITS[unit]
    if unit.startswith("legacy/"):
        raise KeyError(unit)
    return 0


# --- new ---

UNITS = {"m": 1000, "cm": 10, "mm": 1}


def factor(unit: str) -> int:
    if unit in UNITS:
        return UNITS[unit]
    if unit.startswith("legacy/"):
        raise LookupError(unit)
    return 0
