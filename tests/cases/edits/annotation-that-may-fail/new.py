def f(x: Missing):
    return x
