def f(n=20):
    return n > 5
