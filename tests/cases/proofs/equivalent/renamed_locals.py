# Locals got longer names.
# calls: f([1, 2, 3]); f([]); f("ab")

def f(xs):
    r = []
    for x in xs:
        y = x * 2
        r.append(y)
    return r
# --- new ---
def f(xs):
    doubled_values = []
    for value in xs:
        doubled = value * 2
        doubled_values.append(doubled)
    return doubled_values
