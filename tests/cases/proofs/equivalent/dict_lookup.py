# A test and a lookup became `get`.
# calls: f({"a": 1}, "a"); f({}, "b"); f({"x": 0}, "x")

def f(prices: dict[str, int], name: str) -> int:
    if name in prices:
        return prices[name]
    return 0
# --- new ---
def f(prices: dict[str, int], name: str) -> int:
    return prices.get(name, 0)
