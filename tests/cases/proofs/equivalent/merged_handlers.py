# Two handlers that do the same became one.
# calls: f([1], 0); f([], 3); f(None, 0)

def f(values, index):
    try:
        return values[index]
    except IndexError:
        return None
    except TypeError:
        return None
# --- new ---
def f(values, index):
    try:
        return values[index]
    except (IndexError, TypeError):
        return None
