# A key function is the same, the result got a name.
# calls: f([(2, "a"), (1, "b")]); f([]); f([(0, 0)])

def f(pairs):
    return sorted(pairs, key=lambda pair: pair[0])
# --- new ---
def f(pairs):
    ordered = sorted(pairs, key=lambda pair: pair[0])
    return ordered
