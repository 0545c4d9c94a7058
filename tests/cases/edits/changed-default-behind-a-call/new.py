def f(n=20):
    if check(n):
        return 1
    return 2
