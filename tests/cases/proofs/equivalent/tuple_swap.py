# A swap by hand became one by tuple.
# calls: f(1, 2); f("a", "b"); f(None, 0)

def f(first, second):
    spare = first
    first = second
    second = spare
    return [first, second]
# --- new ---
def f(first, second):
    first, second = second, first
    return [first, second]
