# A comprehension is filled from another name.
# calls: f([1, 2, 2]); f([]); f("aab")

def f(values):
    return {value for value in values if value}
# --- new ---
def f(values):
    return {entry for entry in values if entry}
