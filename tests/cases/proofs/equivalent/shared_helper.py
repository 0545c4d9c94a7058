# The call of an unchanged helper was moved into a variable.
# calls: f(1); f([2]); f("x")

def convert(value):
    return [value, value]


def f(value):
    if value:
        return convert(value)
    return None
# --- new ---
def convert(value):
    return [value, value]


def f(value):
    if not value:
        return None
    result = convert(value)
    return result
