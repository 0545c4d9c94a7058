def f(n=10):
    if check(n):
        return 1
    return 2
