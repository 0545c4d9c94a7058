# The remembered price is not dropped from the cache, which goes on telling the old one.
# function: change_price
# shows: change_price("pen", 180)
# effect: state _CACHE

_BASE = {"pen": 150, "ink": 700}
_CACHE = {}


def price_of(sku):
    """Price with tax, in cents."""
    if sku not in _CACHE:
        _CACHE[sku] = round(_BASE.get(sku, 0) * 1.19)
    return _CACHE[sku]


def change_price(sku, cents):
    """Set the price before tax; return the one with tax that was told until now."""
    before = price_of(sku)
    _BASE[sku] = cents
    _CACHE.pop(sku, None)
    return before
# --- new ---
_BASE = {"pen": 150, "ink": 700}
_CACHE = {}


def price_of(sku):
    """Price with tax, in cents."""
    try:
        return _CACHE[sku]
    except KeyError:
        price = _CACHE[sku] = round(_BASE.get(sku, 0) * 1.19)
        return price


def change_price(sku, cents):
    """Set the price before tax; return the one with tax that was told until now."""
    before = price_of(sku)
    _BASE[sku] = cents
    return before
