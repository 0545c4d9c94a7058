# A loop over anything became a comprehension.
# calls: f([1, 0, 2]); f(""); f((3, 4))

def f(items):
    kept = []
    for item in items:
        if item:
            kept.append(item)
    return kept
# --- new ---
def f(items):
    return [item for item in items if item]
