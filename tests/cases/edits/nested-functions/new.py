def outer(fn, n):
    def inner(x):
        return fn(x) + n
    return inner
