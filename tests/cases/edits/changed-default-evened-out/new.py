def f(items=(), sep=","):
    items = items or []
    if sep is None:
        sep = ","
    return sep.join(items)
