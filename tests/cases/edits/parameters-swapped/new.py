def sub(b, a):
    return b - a
