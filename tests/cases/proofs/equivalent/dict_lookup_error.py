# An exception that was caught became a test.
# calls: f({"a": 1}, "a"); f({}, "b"); f({"x": 0}, "x")

def f(stock: dict[str, int], name: str) -> int:
    try:
        return stock[name]
    except KeyError:
        return -1
# --- new ---
def f(stock: dict[str, int], name: str) -> int:
    if name not in stock:
        return -1
    return stock[name]
