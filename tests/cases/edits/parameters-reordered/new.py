def sub(b, a):
    return a - b
