def outer():
    def inner(y):
        return y
    return inner
