# The condition in a generator was turned round.
# calls: f([1, 0, 2]); f([]); f("ab")

def f(items):
    for item in items:
        if not item:
            continue
        yield item
# --- new ---
def f(items):
    for entry in items:
        if entry:
            yield entry
