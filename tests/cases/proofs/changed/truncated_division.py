# Division that rounds down became one by a negated number.
# shows: f(7)

def f(value: int) -> int:
    return -(value // 2)
# --- new ---
def f(value: int) -> int:
    return -value // 2
