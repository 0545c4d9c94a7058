def f(a):
    b = a
    return f"{b=}"
