def f():
    return True

def g():
    return -0.0

def h():
    return b"a"
