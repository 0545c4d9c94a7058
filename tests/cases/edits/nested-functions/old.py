def outer(func, n):
    def inner(x):
        return func(x) + n
    return inner
