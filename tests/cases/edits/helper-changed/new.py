RATE = 3

def helper(x):
    return x + 2

def caller(x):
    return helper(x) * 2

def far(y):
    return caller(y)

class Tool:
    step = 2

    def low(self):
        return self.step

    def high(self):
        return self.low() + RATE
