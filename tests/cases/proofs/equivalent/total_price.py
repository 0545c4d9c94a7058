# A sum was built up in a loop and is now asked of `sum`.
# calls: f([1, 2, 3]); f([]); f([-4, 4])

def f(prices: list[int]) -> int:
    total = 0
    for price in prices:
        total += price
    return total
# --- new ---
def f(prices: list[int]) -> int:
    return sum(prices)
