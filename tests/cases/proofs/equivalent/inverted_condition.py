# The branches of an `if` were swapped.
# calls: f(0, 1); f([1], 2); f("", "b")

def f(first, second):
    if first:
        return second
    else:
        return [first, second]
# --- new ---
def f(first, second):
    if not first:
        return [first, second]
    return second
