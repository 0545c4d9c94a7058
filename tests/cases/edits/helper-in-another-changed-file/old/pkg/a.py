from .b import helper
from . import b

def f(x):
    return helper(x)

def g(x):
    return b.helper(x) + 1

X = 1
