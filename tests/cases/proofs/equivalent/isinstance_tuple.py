# Two type tests became one.
# calls: f(1); f("a"); f(None)

def f(value):
    if isinstance(value, int) or isinstance(value, str):
        return [value]
    return []
# --- new ---
def f(value):
    if isinstance(value, (int, str)):
        return [value]
    return []
