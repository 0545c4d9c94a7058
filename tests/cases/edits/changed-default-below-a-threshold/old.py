def f(n=10):
    return n > 5
