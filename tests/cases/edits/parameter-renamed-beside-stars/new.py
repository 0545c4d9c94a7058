def f(b, **more):
    return b, more
