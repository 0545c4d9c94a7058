# A common factor was taken out.
# calls: f(2, 3, 4); f(0, 1, 2); f(-1, 5, 5)

def f(count: int, price: int, fee: int) -> int:
    return count * price + count * fee
# --- new ---
def f(count: int, price: int, fee: int) -> int:
    return count * (price + fee)
