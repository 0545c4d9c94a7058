def f(n=3):
    return n
