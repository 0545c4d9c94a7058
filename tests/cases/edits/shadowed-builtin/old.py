def f(x):
    return len(x)
