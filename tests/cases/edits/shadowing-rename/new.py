def pick(a, b):
    x = a
    x = b
    return x - x
