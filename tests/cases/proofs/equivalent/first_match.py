# The first match is returned from within the loop.
# calls: f([0, 3]); f([]); f("ab")

def f(items):
    match = None
    for item in items:
        if item:
            match = item
            break
    return match
# --- new ---
def f(items):
    for item in items:
        if item:
            return item
    return None
