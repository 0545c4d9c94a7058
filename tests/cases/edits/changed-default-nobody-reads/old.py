def f(x, unused=1):
    return x
