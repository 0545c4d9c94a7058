def f(items=None, sep=None):
    items = items or []
    if sep is None:
        sep = ","
    return sep.join(items)
