# Two tests were joined by `and`.
# calls: f(1, 1); f(0, 1); f(1, 0)

def f(first, second):
    if first:
        if second:
            return "both"
    return "not both"
# --- new ---
def f(first, second):
    if first and second:
        return "both"
    return "not both"
