# Bulk goods pay extra, but only from the second thousand on. Intended: a str and an int.
# shows: quote("bulk", 1500)


def quote(kind, weight):
    extra = 0
    rate = 5
    if kind == "bulk":
        rate = 4
    elif kind == "fragile":
        rate = 9
    price = rate * weight
    if weight > 1000:
        price -= weight // 10
    return price + extra


# --- new ---


def quote(kind, weight):
    extra = 0
    rate = 5
    if kind == "bulk":
        rate = 4
        extra = 120
    elif kind == "fragile":
        rate = 9
    price = rate * weight
    if weight > 1000:
        price -= weight // 10
        return price + extra
    return price
