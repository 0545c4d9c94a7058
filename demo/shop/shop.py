def price_of(item):
    return {"tea": 3, "milk": 2}[item]


def total(items):
    return sum(price_of(item) for item in items)


def label(item):
    return f"{item}: {price_of(item)}"
