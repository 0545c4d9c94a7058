RATE = 2

def helper(x):
    return x + 1

def caller(x):
    return helper(x) * 2

def far(x):
    return caller(x)

class Tool:
    step = 1

    def low(self):
        return self.step

    def high(self):
        return self.low() + RATE
