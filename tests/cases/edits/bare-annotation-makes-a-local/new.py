x = 1

def f():
    x: int
    return x
