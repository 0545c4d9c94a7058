import inspect

def f():
    # now with a comment
    return inspect.getsource(f)
