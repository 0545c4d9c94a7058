def order(items):
    return sorted(items, key=lambda x: x.price)
