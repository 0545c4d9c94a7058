def order(items):
    return sorted(items, key=lambda item: item.price)
