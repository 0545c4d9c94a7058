def total(prices):
    s = 0
    for p in prices:
        s += p
    return [p for p in prices if p > s]
