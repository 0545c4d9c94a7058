def f(x, unused=2):
    return x
