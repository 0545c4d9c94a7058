# The discount is taken off twice for large orders.
# shows: f(200)

def f(amount: int) -> int:
    if amount > 100:
        return amount - 10
    return amount
# --- new ---
def f(amount: int) -> int:
    if amount > 100:
        amount -= 10
    if amount > 100:
        amount -= 10
    return amount
