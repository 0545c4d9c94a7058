def helper(x):
    y = x + 1
    return y

def caller(x):
    return helper(x) * 2
