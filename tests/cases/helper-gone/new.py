def f():
    return helper()
