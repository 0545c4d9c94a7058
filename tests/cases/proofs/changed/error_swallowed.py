# A lookup that failed is answered with a default.
# shows: f({}, "a")

def f(table: dict[str, int], key: str) -> int:
    return table[key]
# --- new ---
def f(table: dict[str, int], key: str) -> int:
    return table.get(key, 0)
