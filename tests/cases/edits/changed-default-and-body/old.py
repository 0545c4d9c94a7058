def f(n=None):
    if n is None:
        n = 3
    return n
