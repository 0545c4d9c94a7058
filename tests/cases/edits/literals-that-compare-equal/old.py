def f():
    return 1

def g():
    return 0.0

def h():
    return "a"
