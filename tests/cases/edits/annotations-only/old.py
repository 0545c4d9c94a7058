from typing import Optional

def f(x, y: Optional[int] = None):
    z = x
    return z, y
