def pick(a, b):
    x = a
    y = b
    return x - y
