def f(a, **more):
    return a, more
