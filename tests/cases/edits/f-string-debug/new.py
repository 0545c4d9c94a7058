def f(a):
    c = a
    return f"{c=}"
