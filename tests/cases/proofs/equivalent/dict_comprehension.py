# A loop that fills a dict became a comprehension.
# calls: f([("a", 1), ("b", 2)]); f([]); f([("x", 0)])

def f(pairs):
    result = {}
    for key, value in pairs:
        result[key] = value + 1
    return result
# --- new ---
def f(pairs):
    return {key: value + 1 for key, value in pairs}
