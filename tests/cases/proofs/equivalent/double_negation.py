# A double negation went.
# calls: f(0); f(3); f([])

def f(value):
    if not not value:
        return 1
    return 2
# --- new ---
def f(value):
    if value:
        return 1
    return 2
