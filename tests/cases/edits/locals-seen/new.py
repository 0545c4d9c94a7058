def f(a):
    c = a + 1
    return locals()
