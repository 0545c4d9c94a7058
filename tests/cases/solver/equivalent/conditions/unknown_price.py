# A comparison with a float is turned round, not negated, so that nan is treated alike.
# calls: shown(float("nan")); shown(0.0); shown(-0.0); shown(-1.5); shown(12.0); shown(float("inf"))


def shown(price: float) -> str:
    if price > 0:
        return "priced"
    if price == 0:
        return "free"
    return "unknown"


# --- new ---


def shown(price: float) -> str:
    if 0 == price:
        return "free"
    return "priced" if 0 < price else "unknown"
