def f(a, *, verbose=False):
    return a
