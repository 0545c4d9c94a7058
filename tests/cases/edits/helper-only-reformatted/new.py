def helper(x):
    """Add one."""
    z = (x
         + 1)
    return z

def caller(x):
    return helper(x) * 2
