# A value is bound where it is tested.
# calls: f([1, 2]); f([]); f("abc")

def f(values):
    size = len(values)
    if size > 2:
        return size
    return 0
# --- new ---
def f(values):
    if (size := len(values)) > 2:
        return size
    return 0
